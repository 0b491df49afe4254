import { CallError } from '../api/call-error';
import type { PushState } from '../api/device-push';
import type { Health, MailRecords } from '../api/health';
import type { OwnCalendar, OwnerCalls } from '../api/wire';

export type Handlers = {
  readonly [Name in keyof OwnerCalls]: (args: OwnerCalls[Name]['args']) => OwnerCalls[Name]['value'];
};

const RECORDS: MailRecords = {
  domain: 'exemple.fr',
  records: [
    { kind: 'spf', name: 'exemple.fr', state: 'set', found: ['v=spf1 include:spf.exemple.net ~all'] },
    { kind: 'dkim', name: '_domainkey.exemple.fr', state: 'unknown', found: [] },
    { kind: 'dmarc', name: '_dmarc.exemple.fr', state: 'missing', found: [] },
  ],
};

/** Answers the calls about the site's health, and changes it. */
export function healthHandlers(first: Health, records: MailRecords | null = RECORDS) {
  let health = first;
  return {
    owner_health: () => health,
    owner_retry_mails: () => {
      const { failed } = health.mails;
      health = { ...health, mails: { ...health.mails, givenUp: 0, failed: 0 } };
      return { retried: failed, left: 0 };
    },
    owner_mail_records: () => records,
    owner_confirm_retention: ({ requests }) => {
      health = { ...health, retention: null };
      return { requests };
    },
  } satisfies Partial<Handlers>;
}

const NONE: OwnCalendar = {
  host: null,
  connectedAt: null,
  readAt: null,
  failure: null,
  failedSince: null,
  isReading: false,
  days: 0,
  unread: { count: 0, names: [] },
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

const NO_PUSH: PushState = { publicKey: null, devices: 0, isOn: false };

/** @param first the state until a device is added or removed */
export function pushHandlers(first: PushState = NO_PUSH) {
  let state = first;
  const turn = (isOn: boolean) => {
    state = { ...state, isOn, devices: state.devices + Number(isOn) - Number(state.isOn) };
    return state;
  };
  return {
    owner_push: () => state,
    owner_add_push: () => turn(true),
    owner_remove_push: () => turn(false),
  } satisfies Partial<Handlers>;
}
