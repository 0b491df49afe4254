import { Box, Button, Dialog, Stack } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { calendar } from '../content/dates';
import { useIsPhone } from './use-is-phone';

interface CalendarPlaceProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows the calendar in the page on a desktop, in a sheet on a phone. */
export function CalendarPlace({ isOpen, onClose, children }: CalendarPlaceProps) {
  const isPhone = useIsPhone();
  const done = (
    <Button variant="quiet" onClick={onClose}>
      {calendar.done}
    </Button>
  );
  if (isPhone) {
    return (
      <Dialog open={isOpen} onClose={onClose} title={calendar.title} variant="sheet" actions={done}>
        <Box marginTop="4">{children}</Box>
      </Dialog>
    );
  }
  if (!isOpen) return null;
  return (
    <Stack role="group" aria-label={calendar.title} gap="4" align="flex-start">
      {children}
      {done}
    </Stack>
  );
}
