import { CallError } from '../api/answer';
import type { OwnCalendar } from '../api/own-calendar';
import type { Handlers } from './handlers';

const NONE: OwnCalendar = {
  host: null,
  connectedAt: null,
  readAt: null,
  failure: null,
  failedSince: null,
  isReading: false,
  days: 0,
};
const BUSY_DAYS = ['2026-12-08', '2026-12-09'];

/** Answers the calls about the owner's own calendar. It is read as soon as somebody looks. */
export function ownCalendarHandlers(first: OwnCalendar = NONE) {
  let calendar = first;
  const handlers = {
    owner_own_calendar: () => {
      const now = new Date().toISOString();
      if (calendar.isReading) {
        calendar = { ...calendar, readAt: now, failure: null, failedSince: null, isReading: false, days: 2 };
      }
      return calendar;
    },
    owner_set_own_calendar: ({ address }) => {
      if (address !== null && !address.startsWith('https://')) throw new CallError('impossible', 'no-calendar-address');
      const connectedAt = new Date().toISOString();
      calendar =
        address === null
          ? NONE
          : { ...NONE, host: new URL(address).host, connectedAt, isReading: true, days: calendar.days };
      return calendar;
    },
    owner_read_own_calendar: () => {
      calendar = { ...calendar, isReading: true };
      return calendar;
    },
  } satisfies Partial<Handlers>;
  return { handlers, busyDays: () => (calendar.days > 0 ? BUSY_DAYS : []) };
}
