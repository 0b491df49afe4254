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
import { useLoadedView } from '../view/loaded-view';
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

const importCalendar: LoadCalendar = () => import('./calendar');

export type LoadClosedDays = () => Promise<readonly string[]>;

/** Days that the calendar disables; none until they are loaded. The server refuses closed days in any case. */
function useClosedDays(load: LoadClosedDays) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  return { closed, refresh: () => void load().then(setClosed, () => undefined) };
}

/** Escape closes it in the page too, where it is no dialog. */
export function useCalendarPopover(loadClosedDays: LoadClosedDays, loadCalendar = importCalendar) {
  const [isOpen, setOpen] = useState(false);
  const { code, load } = useLoadedView(async () => (await loadCalendar()).Calendar);
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
