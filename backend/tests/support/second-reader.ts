import { HOUR_MS } from '@site/contract/today';
import type { Question } from '@site/supabase/functions/_shared/own-calendar/busy-days';
import nodeIcal, { type EventInstance, type VEvent } from 'node-ical';

const OWN_UID = /^[0-9a-f]{32}-\d{4}-\d\d-\d\d(?:-\d+)?$/;
const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/**
 * The busy days of a calendar whose lines, zones and rules node-ical reads. Which entries close a day is the site's
 * rule.
 */
export function secondReading(text: string, { first, last, owners = [] }: Question): readonly string[] {
  const span = { from: new Date(`${first}T00:00`), to: new Date(`${last}T23:59`), expandOngoing: true };
  const isBusy = (event: VEvent) => !isFree(event, owners);
  const days = Object.values(nodeIcal.sync.parseICS(text))
    .flatMap((event) => (event?.type === 'VEVENT' && isBusy(event) ? nodeIcal.expandRecurringEvent(event, span) : []))
    .filter(({ event }) => isBusy(event))
    .flatMap(daysOf);
  return [...new Set(days)].filter((day) => day >= first && day <= last).sort();
}

function isFree(event: VEvent, owners: readonly string[]): boolean {
  const given = event as VEvent & Readonly<Record<string, unknown>>;
  const declined = [event.attendee ?? []].flat().some((attendee) => {
    const { params = {}, val } = attendee as { params?: Readonly<Record<string, string>>; val: string };
    const address = (params.EMAIL ?? val.replace(/^mailto:/i, '')).toLowerCase();
    return params.PARTSTAT === 'DECLINED' && owners.includes(address);
  });
  const isMarked = ['FREE', 'WORKINGELSEWHERE'].includes(String(given['MICROSOFT-CDO-BUSYSTATUS']));
  return (
    declined ||
    isMarked ||
    event.transparency === 'TRANSPARENT' ||
    event.status === 'CANCELLED' ||
    OWN_UID.test(event.uid)
  );
}

/**
 * Hour by hour, so that nothing is computed as the site computes it. A whole day is midnight in the zone of this
 * process.
 */
function daysOf({ start, end, isFullDay }: EventInstance): string[] {
  const dayAt = (time: number) => (isFullDay ? localDay(new Date(time)) : paris.format(time));
  const last = Math.max(start.getTime(), end.getTime() - 1000);
  const days = [dayAt(last)];
  for (let time = start.getTime(); time < last && time - start.getTime() < 5000 * 24 * HOUR_MS; time += HOUR_MS)
    days.push(dayAt(time));
  return days;
}

const localDay = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
