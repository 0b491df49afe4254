import type { Site } from '@site/contract/host';
import { Button, Icon } from '@site/shared-ui';
import { CalendarPlus } from 'lucide';
import { useState } from 'react';
import { calendarFile } from '../content/recap';
import { writeCalendarFile } from './calendar-file';
import { useDownloadUrl } from './use-download-url';

interface CalendarFileLinkProps {
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  readonly site: Site;
}

/** Downloads the requested dates as a calendar file that is generated in the page. */
export function CalendarFileLink({ dates, site }: CalendarFileLinkProps) {
  // Generated once: a second download contains the same events.
  const [file] = useState(() => {
    const request = crypto.getRandomValues(new Uint32Array(4)).join('-');
    const days = dates.map((date) => ({ date, uid: `${date}.${request}` }));
    return writeCalendarFile(days, calendarFile.texts(site), new Date());
  });
  const url = useDownloadUrl(file, 'text/calendar;charset=utf-8');
  return (
    <Button asChild variant="quiet">
      <a href={url} download={calendarFile.name}>
        <Icon of={CalendarPlus} />
        {calendarFile.link(dates.length)}
      </a>
    </Button>
  );
}
