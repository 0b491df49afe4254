import type { NoticeLink } from '@site/contract/host';
import { Button, Icon } from '@site/shared-ui';
import { CalendarPlus } from 'lucide';

/** Apart from the code that writes the file, which the page of the form loads only when a booking is sent. */
export function CalendarFileLink({ label, ...file }: NoticeLink) {
  return (
    <Button asChild variant="quiet">
      <a {...file}>
        <Icon of={CalendarPlus} />
        {label}
      </a>
    </Button>
  );
}
