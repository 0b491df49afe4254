import { todayInParis } from '@site/contract/today';
import type { OwnedRequest } from '@site/supabase/requests';
import { CallError } from '../api/call-error';
import type { Filter, RequestDetail, RequestPage } from '../api/requests';
import type { OwnerCalls } from '../api/wire';
import { isCancelledInPart } from '../requests/use-request-action';
import { exampleRequest } from './examples';
import type { FileOptions } from './file-handlers';
import type { Handlers } from './space-handlers';

function isIn(filter: Filter, { kind, status, handledAt, flagged, isSpam }: OwnedRequest): boolean {
  if (filter === 'all') return true;
  if (isSpam || filter === 'spam') return isSpam && filter === 'spam';
  if (filter === 'verify') return flagged;
  if (filter === 'messages') return kind === 'contact';
  if (filter === 'todo') return kind === 'contact' ? handledAt === null : status === 'nouvelle';
  return status === (filter === 'confirmed' ? 'confirmee' : 'annulee');
}

const HANDLED_AT = '2026-11-23T08:00:00Z';
const HOLIDAYS: Readonly<Record<string, string>> = { '2026-12-25': 'christmas', '2027-01-01': 'new-year' };

const UNKNOWN = { price: null, agreedDays: null, calledOffDays: null, videoLink: null };

/** @throws CallError when it is gone, or another version */
export function find(rows: ReadonlyMap<string, OwnedRequest>, id: string, version: number): OwnedRequest {
  const row = rows.get(id);
  if (!row) throw new CallError('gone');
  if (row.version !== version) throw new CallError('changed', row);
  return row;
}

interface CancellationOptions extends Pick<FileOptions, 'endedByVisitor'> {
  readonly tellsVisitor: boolean;
  /** The day, yyyy-MM-dd, on which the owner has given a sum back, by the id of the request. */
  readonly refundedOn: (id: string) => string | null | undefined;
}

/** Answers the calls about requests from `rows`, and changes them. */
export function requestHandlers(
  rows: Map<string, OwnedRequest>,
  { tellsVisitor, endedByVisitor, refundedOn }: CancellationOptions,
  busyDays: () => readonly string[],
) {
  const all = () => [...rows.values()];
  const told: { readonly id: string; readonly item: RequestDetail['history'][number] }[] = [];
  const change = (id: string, version: number, changes: (row: OwnedRequest) => Partial<OwnedRequest>): OwnedRequest => {
    const row = find(rows, id, version);
    rows.set(id, { ...row, ...changes(row), version: row.version + 1 });
    return find(rows, id, version + 1);
  };
  return {
    owner_requests: (args) => listRequests(all(), args),
    owner_request: ({ id }) => {
      const request = rows.get(id);
      if (!request) return null;
      const received = { at: request.receivedAt, who: null, action: 'received', detail: null };
      const followed = Object.entries(request.followUp).map(([action, day]) => ({
        ...received,
        action,
        detail: [day],
      }));
      const history = [
        received,
        ...followed,
        ...wishIn(request),
        ...cancellationIn(request, endedByVisitor(request), refundedOn(id)),
        ...told.filter((event) => event.id === id).map(({ item }) => item),
      ];
      const others = all().filter((row) => row.id !== id && row.email === request.email);
      const kind = request.status === 'annulee' ? 'cancellation' : 'confirmation';
      const mails = tellsVisitor ? [{ kind, sentAt: null, failedAt: null }] : [];
      return { request, history, mails, others, clashes: clashesOf(request, all()), tellsVisitor, ...UNKNOWN };
    },
    owner_confirm: ({ id, version, dates, also_confirmed }) =>
      change(id, version, (row) => {
        const confirmedDates = dates ?? row.dates;
        refuseTaken({ id, days: confirmedDates, allowed: also_confirmed }, all());
        told.push(...[row.confirmedDates, confirmedDates].map((days) => eventOf(id, 'confirmed', days)));
        return { status: 'confirmee', confirmedDates };
      }),
    owner_change_day: ({ id, version, from_day, to_day, also_confirmed }) =>
      change(id, version, ({ dates, confirmedDates }) => {
        refuseTaken({ id, days: [to_day], allowed: also_confirmed }, all());
        const moved = (days: readonly string[]) => days.map((day) => (day === from_day ? to_day : day)).sort();
        return { dates: moved(dates), confirmedDates: moved(confirmedDates) };
      }),
    owner_cancel: ({ id, version, reason }) => {
      const { action, ...changes } = cancelled(find(rows, id, version));
      told.push(eventOf(id, action, { reason }));
      return change(id, version, () => changes);
    },
    owner_reopen: ({ id, version }) =>
      change(id, version, ({ status }) => ({
        isSpam: false,
        unwanted: false,
        status: status === 'annulee' ? 'nouvelle' : status,
      })),
    owner_verify: ({ id, version }) => change(id, version, () => ({ flagged: false })),
    owner_handle: ({ id, version, handled }) => change(id, version, () => ({ handledAt: handled ? HANDLED_AT : null })),
    owner_note: ({ id, version, note }) => change(id, version, () => ({ note: note || null })),
    owner_follow_up: ({ id, version, step, day }) =>
      change(id, version, ({ followUp: { [step]: _, ...others } }) => ({
        followUp: day === null ? others : { ...others, [step]: day },
      })),
    owner_add_request: addRequest(rows, tellsVisitor),
    owner_tell: ({ id, version, channel }) => {
      const row = find(rows, id, version);
      told.push(eventOf(id, 'told', { channel, days: row.confirmedDates }));
      return channel === 'site' ? change(id, version, () => ({})) : row;
    },
    ...manyHandlers(rows),
    owner_agenda: ({ first, last }) => agendaOf(all(), busyDays(), { first, last }),
  } satisfies Partial<Handlers>;
}

const eventOf = (id: string, action: string, detail: unknown) => ({
  id,
  item: { at: HANDLED_AT, who: null, action, detail },
});

/** What a cancellation makes of a reservation. */
function cancelled(seen: OwnedRequest) {
  const confirmedDates = seen.confirmedDates.filter((day) => day < todayInParis());
  return isCancelledInPart(seen, todayInParis())
    ? ({ action: 'called_off', status: 'confirmee', confirmedDates } as const)
    : ({ action: 'cancelled', status: 'annulee', confirmedDates: [] } as const);
}

/** A day that the visitor asks for in place of a confirmed one. */
function wishIn({ status, dates, confirmedDates, wishes, receivedAt: at }: OwnedRequest): RequestDetail['history'] {
  const waiting = { from: confirmedDates[0], to: dates.find((date) => !confirmedDates.includes(date)) };
  const { from, to } = wishes?.[0] ?? (status === 'nouvelle' ? waiting : {});
  return from && to ? [{ at, who: 'visitor', action: 'visitor_asked', detail: { from, to } }] : [];
}

function cancellationIn(
  { dates, receivedAt: at }: OwnedRequest,
  agreement: ReturnType<FileOptions['endedByVisitor']>,
  refundedOn: string | null | undefined,
): RequestDetail['history'] {
  return [
    ...(agreement
      ? [{ at, who: 'visitor', action: 'visitor_cancelled', detail: { confirmed: dates, agreement } }]
      : []),
    ...(refundedOn ? [{ at, who: null, action: 'refunded', detail: [refundedOn] }] : []),
  ];
}

function agendaOf(
  all: readonly OwnedRequest[],
  busy: readonly string[],
  { first, last }: OwnerCalls['owner_agenda']['args'],
) {
  const open = all.filter(({ status, isSpam }) => status === 'nouvelle' && !isSpam);
  const days = [...all.flatMap((row) => row.confirmedDates), ...open.flatMap((row) => row.dates)];
  return [...new Set([...days, ...busy, ...Object.keys(HOLIDAYS)])]
    .sort()
    .filter((date) => date >= first && date <= last)
    .map((date) => ({
      date,
      requests: all.filter((row) => row.confirmedDates.includes(date)),
      asked: open
        .filter((row) => row.dates.includes(date) && !row.confirmedDates.includes(date))
        .map((row) => ({ ...row, insteadOf: row.wishes?.find(({ to }) => to === date)?.from ?? null })),
      holiday: HOLIDAYS[date] ?? null,
      isBusy: busy.includes(date),
    }));
}

const clashesOf = ({ id, dates }: OwnedRequest, all: readonly OwnedRequest[]) =>
  dates.flatMap((date) =>
    all
      .map((row) => ({ date, row, isConfirmed: row.confirmedDates.includes(date) }))
      .filter(({ row, isConfirmed }) => isConfirmed || (row.status === 'nouvelle' && row.dates.includes(date)))
      .filter(({ row }) => row.id !== id)
      .map(({ row: { id, name }, ...day }) => ({ ...day, id, name })),
  );

function listRequests(
  all: readonly OwnedRequest[],
  { filter, search = '', before, size = 15, oldest }: OwnerCalls['owner_requests']['args'],
): RequestPage {
  const count = (name: Filter) => all.filter((row) => isIn(name, row)).length;
  const newest = all.filter((row) => isIn(filter, row) && `${row.name} ${row.email}`.includes(search));
  const matching = oldest ? newest.reverse() : newest;
  const from = before === null ? 0 : Number(before);
  return {
    items: matching.slice(from, from + size),
    next: from + size < matching.length ? String(from + size) : null,
    counts: {
      todo: count('todo'),
      verify: count('verify'),
      confirmed: count('confirmed'),
      cancelled: count('cancelled'),
      messages: count('messages'),
      spam: count('spam'),
      all: all.length,
    },
    found: search && before === null ? matching.length : null,
  };
}

type AddRequest = OwnerCalls['owner_add_request'];

/** Stores requests by telephone. Christmas is closed. */
const addRequest =
  (rows: Map<string, OwnedRequest>, tellsVisitor: boolean) =>
  ({ name, email, phone, dates, is_agefice, note, tell, also_confirmed }: AddRequest['args']): AddRequest['value'] => {
    const closed = dates.find((day) => day.endsWith('-12-25'));
    if (closed) throw new CallError('closed', closed);
    refuseTaken({ id: '', days: dates, allowed: also_confirmed }, [...rows.values()]);
    const request = exampleRequest(1000 + rows.size, { name, email, phone, dates, note, isAgefice: is_agefice });
    rows.set(request.id, request);
    return { request, isTold: tell && tellsVisitor };
  };

/** @throws CallError for days that are confirmed for another request, unless all are allowed */
function refuseTaken(
  {
    id,
    days,
    allowed = [],
  }: { readonly id: string; readonly days: readonly string[]; readonly allowed?: readonly string[] | undefined },
  all: readonly OwnedRequest[],
): void {
  const taken = days.flatMap((date) =>
    all.flatMap((row) =>
      row.id !== id && row.confirmedDates.includes(date) ? [{ date, id: row.id, name: row.name }] : [],
    ),
  );
  if (taken.some(({ date }) => !allowed.includes(date))) throw new CallError('taken', taken);
}

/** Answers the calls about several requests from `rows`, and changes them. */
function manyHandlers(rows: Map<string, OwnedRequest>) {
  const all = () => [...rows.values()];
  return {
    owner_spam: ({ ids, expected }) => {
      const matching = ids.flatMap((id) => rows.get(id) ?? []).filter(({ isSpam }) => !isSpam);
      if (expected !== null) for (const row of matching) rows.set(row.id, { ...row, isSpam: true });
      return { count: matching.length };
    },
    owner_handle_all: ({ ids, expected }) => {
      const matching = ids
        .flatMap((id) => rows.get(id) ?? [])
        .filter(({ kind, handledAt, isSpam }) => kind === 'contact' && handledAt === null && !isSpam);
      if (expected !== null) for (const row of matching) rows.set(row.id, { ...row, handledAt: HANDLED_AT });
      return { count: matching.length };
    },
    owner_export: all,
    owner_person: ({ email }) => {
      const matching = all()
        .filter((row) => row.email === email)
        .map((row) => ({ ...row, mails: [], history: [] }));
      const contacts = matching.filter(({ kind }) => kind === 'contact');
      const reservations = matching.filter(({ kind }) => kind === 'reservation');
      return matching.length > 0 ? { contacts, reservations } : null;
    },
    owner_erase_person: ({ email }) => {
      const matching = all().filter((row) => row.email === email);
      for (const { id } of matching) rows.delete(id);
      const contacts = matching.filter(({ kind }) => kind === 'contact').length;
      return { contacts, reservations: matching.length - contacts, mails: 0 };
    },
  } satisfies Partial<Handlers>;
}
