import type { NoticeLink, Site } from '@site/contract/host';
import { calendarFile } from '../content/recap';
import { writeCalendarFile } from './calendar-file';

/**
 * A download link. It is a data URL, since a blob URL would end with the page, which the notice outlives.
 * @param dates yyyy-MM-dd, ascending
 */
export function linkBookingFile(dates: readonly string[], calendarId: string, site: Site): NoticeLink {
  const days = dates.map((date) => ({ date, uid: `${calendarId}-${date}` }));
  const file = writeCalendarFile(days, calendarFile.texts(site), new Date());
  return {
    label: calendarFile.link(dates.length),
    href: `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
    download: calendarFile.name,
  };
}
