import { HALVES, PAPERS, PAYERS, QUESTIONS, RESULTS, TRAINEE_STATUSES } from '@site/contract/day-papers';
import { VAT_REGIMES } from '@site/contract/owner-facts';
import { FILTERS } from '@site/remote-owner/src/api/requests';
import type { OwnerCalls } from '@site/remote-owner/src/api/wire';
import * as v from 'valibot';

const moment = v.pipe(v.string(), v.isoTimestamp());
const day = v.pipe(v.string(), v.isoDate());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const request = v.strictObject({
  kind: v.picklist(['contact', 'reservation']),
  id: v.pipe(v.string(), v.uuid()),
  version: count,
  receivedAt: moment,
  prenom: v.nullable(v.string()),
  nom: v.nullable(v.string()),
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  daysWanted: v.exactOptional(v.nullable(v.string())),
  isAgefice: v.boolean(),
  message: v.nullable(v.string()),
  dates: v.array(day),
  confirmedDates: v.array(day),
  takenDates: v.array(day),
  status: v.nullable(v.picklist(['nouvelle', 'confirmee', 'annulee'])),
  flagged: v.boolean(),
  unwanted: v.boolean(),
  isSpam: v.boolean(),
  handledAt: v.nullable(moment),
  note: v.nullable(v.string()),
  // A message has none.
  isContract: v.exactOptional(v.boolean()),
  followUp: v.strictObject({
    convention_sent: v.exactOptional(day),
    convention_signed: v.exactOptional(day),
    paid: v.exactOptional(day),
    held: v.exactOptional(day),
  }),
});

const detail = v.strictObject({
  request,
  history: v.array(
    v.strictObject({ at: moment, who: v.nullable(v.string()), action: v.string(), detail: v.unknown() }),
  ),
  mails: v.array(v.strictObject({ kind: v.string(), sentAt: v.nullable(moment), failedAt: v.nullable(moment) })),
  tellsVisitor: v.boolean(),
  others: v.array(request),
  clashes: v.array(v.strictObject({ date: day, id: v.string(), name: v.string(), isConfirmed: v.boolean() })),
});

const time = v.nullable(v.pipe(v.string(), v.isoTime()));
const score = v.picklist([1, 2, 3, 4, 5]);

const dayFile = v.strictObject({
  version: count,
  address: v.nullable(v.string()),
  siren: v.nullable(v.string()),
  status: v.nullable(v.picklist(TRAINEE_STATUSES)),
  payer: v.nullable(v.picklist(PAYERS)),
  payerName: v.nullable(v.string()),
  payerAddress: v.nullable(v.string()),
  payerSiren: v.nullable(v.string()),
  priorLevel: v.nullable(v.string()),
  priceCents: v.nullable(count),
  followedCents: v.nullable(count),
  // Missing where only the file itself is read, as in the export of a person.
  dayCents: v.exactOptional(v.nullable(count)),
  kept: v.nullable(v.array(v.strictObject({ date: day, half: v.picklist(HALVES), from: time, to: time }))),
  results: v.nullable(v.array(v.strictObject({ objective: v.string(), result: v.picklist(RESULTS) }))),
  fundingFiledOn: v.nullable(day),
  depositOn: v.nullable(day),
  filledAt: v.nullable(moment),
  feedback: v.nullable(v.strictObject({ ...v.entriesFromList(QUESTIONS, score), remark: v.exactOptional(v.string()) })),
  answeredAt: v.nullable(moment),
  isNew: v.boolean(),
  papers: v.pipe(
    v.array(
      v.strictObject({
        paper: v.picklist(PAPERS),
        sentOn: v.nullable(day),
        signedOn: v.nullable(day),
        days: v.nullable(v.array(day)),
        print: v.nullable(v.string()),
        isValid: v.boolean(),
        replaces: v.nullable(day),
        vat: v.nullable(v.picklist(VAT_REGIMES)),
      }),
    ),
    v.length(PAPERS.length),
  ),
});
const ownedFile = v.strictObject({
  request,
  file: dayFile,
  videoLink: v.nullable(v.string()),
  hasOtherHours: v.boolean(),
});

const trainingYear = v.strictObject({
  year: count,
  isReported: v.boolean(),
  reservations: v.array(
    v.strictObject({
      id: v.string(),
      name: v.string(),
      isAgefice: v.boolean(),
      ...v.pick(dayFile, ['payer', 'payerName', 'status', 'priceCents', 'dayCents', 'kept']).entries,
      heldOn: v.nullable(day),
      paidOn: v.nullable(day),
      days: v.array(day),
      daysBefore: count,
      allDays: count,
      isUnsigned: v.boolean(),
    }),
  ),
  feedback: v.strictObject({
    count,
    means: v.nullable(v.strictObject(v.entriesFromList(QUESTIONS, v.pipe(v.number(), v.minValue(1), v.maxValue(5))))),
  }),
});

const personRequest = v.strictObject({
  ...request.entries,
  file: v.exactOptional(v.nullable(dayFile)),
  mails: v.array(v.object({ kind: v.string(), sentAt: v.nullable(moment) })),
  history: v.array(v.object({ at: moment, action: v.string() })),
});

const person = v.strictObject({ contacts: v.array(personRequest), reservations: v.array(personRequest) });

const backup = v.object({
  isOn: v.boolean(),
  at: v.nullable(moment),
  host: v.nullable(v.string()),
  folder: v.nullable(v.string()),
  sameDisk: v.nullable(v.boolean()),
  withReleases: v.nullable(v.boolean()),
  bytes: v.nullable(count),
  failedSince: v.nullable(moment),
  failure: v.nullable(v.picklist(['full', 'refused', 'other'])),
});

const disk = v.object({
  host: v.string(),
  isBackup: v.boolean(),
  freeBytes: count,
  totalBytes: count,
  isLow: v.boolean(),
});

const record = v.object({
  kind: v.picklist(['spf', 'dkim', 'dmarc']),
  name: v.string(),
  state: v.picklist(['set', 'missing', 'several', 'unknown', 'away']),
  found: v.array(v.string()),
});

const mailRecords = v.nullable(v.object({ domain: v.nullable(v.string()), records: v.array(record) }));

const health = v.object({
  mails: v.object({
    waiting: count,
    givenUp: count,
    failed: count,
    toVisitors: v.boolean(),
  }),
  backup: v.nullable(backup),
  disks: v.nullable(v.array(disk)),
  retention: v.nullable(v.object({ requests: count, total: count, resumesAt: moment })),
  database: v.object({ bytes: count }),
});

const rule = v.strictObject({
  weekly: v.pipe(v.array(v.boolean()), v.length(7)),
  holidays: v.boolean(),
  off: v.array(day),
  periods: v.array(v.strictObject({ first: day, last: day, label: v.nullable(v.string()) })),
  confirmedDays: v.boolean(),
  noticeDays: count,
  horizonDays: v.nullable(count),
  version: count,
});

const named = v.strictObject({ id: v.string(), name: v.string() });
const agendaDay = v.strictObject({
  date: day,
  requests: v.array(request),
  asked: v.array(named),
  holiday: v.nullable(v.string()),
  isBusy: v.boolean(),
});
// The kinds of concerns have tests of their own.
const concerns = v.custom<OwnerCalls['owner_today']['value']['concerns']>(Array.isArray);

const today = v.strictObject({
  todo: count,
  oldestAt: v.nullable(moment),
  next: v.array(v.strictObject({ date: day, requests: v.array(named) })),
  concerns,
  steps: v.nullable(v.strictObject({ days: v.boolean(), agenda: v.boolean(), request: v.boolean() })),
});

const ownCalendar = v.strictObject({
  host: v.nullable(v.string()),
  connectedAt: v.nullable(moment),
  readAt: v.nullable(moment),
  failure: v.nullable(v.string()),
  failedSince: v.nullable(moment),
  isReading: v.boolean(),
  days: count,
  unread: v.strictObject({ count, names: v.array(v.string()) }),
});

const sessions = v.array(
  v.strictObject({
    id: v.pipe(v.string(), v.uuid()),
    createdAt: moment,
    usedAt: moment,
    userAgent: v.nullable(v.string()),
    isThis: v.boolean(),
  }),
);

const push = v.strictObject({ publicKey: v.nullable(v.string()), devices: count, isOn: v.boolean() });

type Shapes = { readonly [Name in keyof OwnerCalls]: v.GenericSchema<unknown, OwnerCalls[Name]['value']> };

/**
 * The shapes that remote-owner reads. A type error here means that they differ from its types. A strict object holds all
 * that is answered; of the others, the terminal reads more.
 */
export const ownerShapes: Shapes = {
  owner_me: v.object({ email: v.pipe(v.string(), v.email()), sessionId: v.pipe(v.string(), v.uuid()) }),
  owner_requests: v.strictObject({
    items: v.array(request),
    next: v.nullable(v.string()),
    counts: v.strictObject(v.entriesFromList(FILTERS, count)),
    asOf: moment,
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
  owner_day_file: v.nullable(ownedFile),
  owner_see_day_file: v.nullable(ownedFile),
  owner_change_day_file: ownedFile,
  owner_mark_paper: ownedFile,
  owner_add_request: v.strictObject({ request, isTold: v.boolean() }),
  owner_spam: v.strictObject({ count }),
  owner_handle_all: v.strictObject({ count }),
  owner_export: v.array(request),
  owner_person: v.nullable(person),
  owner_erase_person: v.strictObject({ contacts: count, reservations: count, mails: count }),
  owner_days: rule,
  owner_set_days: rule,
  owner_agenda: v.array(agendaDay),
  owner_feed: v.strictObject({ renewedAt: v.nullable(moment) }),
  owner_renew_feed: v.strictObject({ path: v.pipe(v.string(), v.startsWith('/')), renewedAt: moment }),
  owner_push: push,
  owner_add_push: push,
  owner_remove_push: push,
  owner_own_calendar: ownCalendar,
  owner_set_own_calendar: ownCalendar,
  owner_read_own_calendar: ownCalendar,
  owner_sessions: sessions,
  owner_end_session: sessions,
  owner_today: today,
  owner_figures: v.strictObject({
    months: v.pipe(
      v.array(
        v.strictObject({
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
  owner_training_year: trainingYear,
  owner_report_year: trainingYear,
  owner_health: health,
  owner_retry_mails: v.strictObject({ retried: count, left: count }),
  owner_mail_records: mailRecords,
  owner_confirm_retention: v.object({ requests: count }),
};
