import { FILTERS } from '@site/remote-owner/src/api/requests';
import type { OwnerCalls } from '@site/remote-owner/src/api/wire';
import * as v from 'valibot';
import { health, mailRecords } from './health-shapes';
import { count, day, detail, moment, person, request } from './request-shapes';

const rule = v.object({
  weekly: v.pipe(v.array(v.boolean()), v.length(7)),
  holidays: v.boolean(),
  off: v.array(day),
  periods: v.array(v.object({ first: day, last: day, label: v.nullable(v.string()) })),
  confirmedDays: v.boolean(),
  noticeDays: count,
  horizonDays: v.nullable(count),
  version: count,
});

const named = v.object({ id: v.string(), name: v.string() });
const agendaDay = v.object({
  date: day,
  requests: v.array(request),
  asked: v.array(named),
  holiday: v.nullable(v.string()),
  isBusy: v.boolean(),
});
// The kinds of concerns have tests of their own.
const concerns = v.custom<OwnerCalls['owner_today']['value']['concerns']>(Array.isArray);

const today = v.object({
  todo: count,
  oldestAt: v.nullable(moment),
  next: v.array(v.object({ date: day, requests: v.array(named) })),
  concerns,
  steps: v.nullable(v.object({ days: v.boolean(), agenda: v.boolean(), request: v.boolean() })),
});

const ownCalendar = v.object({
  host: v.nullable(v.string()),
  connectedAt: v.nullable(moment),
  readAt: v.nullable(moment),
  failure: v.nullable(v.string()),
  failedSince: v.nullable(moment),
  isReading: v.boolean(),
  days: count,
  unread: v.object({ count, names: v.array(v.string()) }),
});

const sessions = v.array(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    createdAt: moment,
    usedAt: moment,
    userAgent: v.nullable(v.string()),
    isThis: v.boolean(),
  }),
);

const push = v.object({ publicKey: v.nullable(v.string()), devices: count, isOn: v.boolean() });

type Shapes = { readonly [Name in keyof OwnerCalls]: v.GenericSchema<unknown, OwnerCalls[Name]['value']> };

/** The shapes that remote-owner reads. A type error here means that they differ from its types. */
export const ownerShapes: Shapes = {
  owner_me: v.object({ email: v.pipe(v.string(), v.email()), sessionId: v.pipe(v.string(), v.uuid()) }),
  owner_requests: v.object({
    items: v.array(request),
    next: v.nullable(v.string()),
    counts: v.object(v.entriesFromList(FILTERS, count)),
    found: v.nullable(count),
  }),
  owner_request: v.nullable(detail),
  owner_confirm: request,
  owner_change_day: request,
  owner_cancel: request,
  owner_reopen: request,
  owner_verify: request,
  owner_handle: request,
  owner_note: request,
  owner_tell: request,
  owner_follow_up: request,
  owner_add_request: v.object({ request, isTold: v.boolean() }),
  owner_spam: v.object({ count }),
  owner_handle_all: v.object({ count }),
  owner_export: v.array(request),
  owner_person: v.nullable(person),
  owner_erase_person: v.object({ contacts: count, reservations: count, mails: count }),
  owner_days: rule,
  owner_set_days: rule,
  owner_agenda: v.array(agendaDay),
  owner_feed: v.object({ renewedAt: v.nullable(moment) }),
  owner_renew_feed: v.object({ path: v.pipe(v.string(), v.startsWith('/')), renewedAt: moment }),
  owner_push: push,
  owner_add_push: push,
  owner_remove_push: push,
  owner_own_calendar: ownCalendar,
  owner_set_own_calendar: ownCalendar,
  owner_read_own_calendar: ownCalendar,
  owner_sessions: sessions,
  owner_end_session: sessions,
  owner_today: today,
  owner_figures: v.object({
    months: v.pipe(
      v.array(
        v.object({
          month: v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/)),
          requests: count,
          confirmedDays: count,
          pages: v.nullable(count),
        }),
      ),
      v.length(12),
    ),
    agefice: count,
    daysAhead: count,
  }),
  owner_health: health,
  owner_retry_mails: v.object({ retried: count, left: count }),
  owner_mail_records: mailRecords,
  owner_confirm_retention: v.object({ requests: count }),
};
