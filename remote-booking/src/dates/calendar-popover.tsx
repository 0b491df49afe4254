import { Button, Dialog, Stack, Text } from '@site/shared-ui';
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { calendar, dates } from '../content/dates';
import type { CalendarProps } from './calendar';

interface CalendarPopoverProps {
  /** Lets the opener open the sheet before hydration. */
  readonly id?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly chosen: number;
  readonly title?: string;
  readonly children: ReactNode;
}

export function CalendarPopover({
  id,
  isOpen,
  onClose,
  chosen,
  title = calendar.title,
  children,
}: CalendarPopoverProps) {
  const isPhone = useIsPhone();
  // The prerendered sheet may be open already when the page is hydrated.
  const [isEarly, setEarly] = useState(id !== undefined);
  if (isOpen && isEarly) setEarly(false);
  if (isPhone || isEarly) {
    const doneButton = (
      <Button variant="primary" size="lg" flex="1" onClick={onClose}>
        {calendar.done(chosen)}
      </Button>
    );
    return (
      <Dialog
        id={id}
        open={isOpen}
        onClose={onClose}
        title={title}
        variant="sheet"
        actions={doneButton}
        isPrerendered={isEarly}
      >
        {children}
        {/* The page behind the sheet, with its own count, is inert. */}
        <Text role="status" marginTop="3" fontSize="sm" color="ink.soft">
          {dates.count(chosen)}
        </Text>
      </Dialog>
    );
  }
  if (!isOpen) return null;
  return (
    <Stack role="group" id={id} aria-label={title} gap="4" align="flex-start">
      {children}
      <Button variant="quiet" onClick={onClose}>
        {calendar.done(chosen)}
      </Button>
    </Stack>
  );
}

/** Below the breakpoint `md` of shared-ui, where a dialog is a sheet. Window widths can have fractions. */
export const PHONE = '(max-width: 767.98px)';

function subscribe(onChange: () => void) {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** False until hydration. */
function useIsPhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
}

export type LoadCalendar = () => Promise<{ readonly Calendar: ComponentType<CalendarProps> }>;

type CalendarCode =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly Calendar: ComponentType<CalendarProps> };

/** The code is as good as loading before it is requested: the first request renders nothing. */
const LOADING: CalendarCode = { state: 'loading' };

const importCalendar: LoadCalendar = () => import('./calendar');

/** Loads the calendar's code on the first call of `load`. After a failure, another call retries. */
function useCalendarCode(loadCalendar: LoadCalendar = importCalendar) {
  const [code, setCode] = useState<CalendarCode>(LOADING);
  const isRequested = useRef(false);

  async function load() {
    if (isRequested.current) return;
    isRequested.current = true;
    setCode(LOADING);
    try {
      const { Calendar } = await loadCalendar();
      setCode({ state: 'ready', Calendar });
    } catch (error) {
      isRequested.current = false;
      // The shell reports an uncaught error as a failure of this release.
      reportError(error);
      setCode({ state: 'failed' });
    }
  }

  return { code, load };
}

interface CalendarViewProps extends CalendarProps, ReturnType<typeof useCalendarCode> {}

export function CalendarView({ code, load, ...choice }: CalendarViewProps) {
  if (code.state === 'ready') return <code.Calendar {...choice} />;
  if (code.state !== 'failed') return <Text role="status">{calendar.loading}</Text>;
  return (
    <Stack gap="4" align="flex-start">
      <Text role="alert">{calendar.failed}</Text>
      <Button variant="quiet" onClick={load}>
        {calendar.retry}
      </Button>
    </Stack>
  );
}

export type LoadClosedDays = () => Promise<readonly string[]>;

/** Days that the calendar disables; none until they are loaded. The server refuses closed days in any case. */
function useClosedDays(load: LoadClosedDays) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const started = useRef(0);
  const shownCall = useRef(0);

  function refresh() {
    started.current += 1;
    const own = started.current;
    const show = (days: readonly string[]) => {
      // A later call may have been answered first.
      if (own < shownCall.current) return;
      shownCall.current = own;
      setClosed(days);
    };
    load().then(show, () => undefined);
  }

  return { closed, refresh };
}

/** A calendar that a button opens, and that Escape closes in the page too, where it is no dialog. */
export function useCalendarPopover(loadClosedDays: LoadClosedDays, loadCalendar?: LoadCalendar) {
  const [isOpen, setOpen] = useState(false);
  const { code, load } = useCalendarCode(loadCalendar);
  const { closed, refresh } = useClosedDays(loadClosedDays);
  const opener = useRef<HTMLButtonElement>(null);
  const focusOpener = useCallback(() => opener.current?.focus(), []);

  function toggle() {
    void load();
    if (!isOpen) refresh();
    setOpen(!isOpen);
  }

  function close() {
    setOpen(false);
    focusOpener();
  }

  function closeOnEscape({ key }: KeyboardEvent) {
    if (isOpen && key === 'Escape') close();
  }

  return { isOpen, opener, focusOpener, toggle, close, closeOnEscape, code, load, closed };
}
