import type { NoticeLink } from '@site/contract/host';
import { Button, Icon } from '@site/shared-ui';
import { CalendarPlus } from 'lucide';

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
