import type { NoticeLink, Site } from '@site/contract/host';
import { calendarFile } from '../content/recap';
import { writeCalendarFile } from './calendar-file';

/**
 * A link that downloads the requested dates. The file is in its address: an address that the page creates would end with
 * the page, and the notice stays longer.
 * @param dates yyyy-MM-dd, ascending
 */
export function linkBookingFile(dates: readonly string[], site: Site): NoticeLink {
  const request = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const days = dates.map((date) => ({ date, uid: `${date}.${request}` }));
  const file = writeCalendarFile(days, calendarFile.texts(site), new Date());
  return {
    label: calendarFile.link(dates.length),
    href: `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`,
    download: calendarFile.name,
  };
}
