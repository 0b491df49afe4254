import { Button, Dialog, Stack, Text } from '@site/shared-ui';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { calendar, dates } from '../content/dates';

interface CalendarPlaceProps {
  /** Lets the opener open the sheet before hydration. */
  readonly id?: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly chosen: number;
  readonly children: ReactNode;
}

export function CalendarPlace({ id, isOpen, onClose, chosen, children }: CalendarPlaceProps) {
  const isPhone = useIsPhone();
  // The prerendered sheet may be open already when the page is hydrated.
  const [isEarly, setEarly] = useState(id !== undefined);
  if (isOpen && isEarly) setEarly(false);
  if (isPhone || isEarly) {
    const done = (
      <Button variant="primary" size="lg" flex="1" onClick={onClose}>
        {calendar.done(chosen)}
      </Button>
    );
    return (
      <Dialog
        id={id}
        open={isOpen}
        onClose={onClose}
        title={calendar.title}
        variant="sheet"
        actions={done}
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
    <Stack role="group" id={id} aria-label={calendar.title} gap="4" align="flex-start">
      {children}
      <Button variant="quiet" onClick={onClose}>
        {calendar.done(chosen)}
      </Button>
    </Stack>
  );
}

/** Below the design system's `md` breakpoint, where a dialog becomes a sheet. */
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
