import type { OwnedRequest } from '@site/supabase/requests';
import { CallError } from '../api/answer';
import type { Filter, OwnerCalls, RequestPage } from '../api/wire';
import { addRequest, refuseTaken } from './add-request';

export type Handlers = {
  readonly [Name in keyof OwnerCalls]: (args: OwnerCalls[Name]['args']) => OwnerCalls[Name]['value'];
};

function isIn(filter: Filter, { kind, status, handledAt, flagged, isSpam }: OwnedRequest): boolean {
  if (filter === 'all') return true;
  if (isSpam || filter === 'spam') return isSpam && filter === 'spam';
  if (filter === 'verify') return flagged;
  if (filter === 'messages') return kind === 'contact';
  if (filter === 'todo') return kind === 'contact' ? handledAt === null : status === 'nouvelle';
  return status === (filter === 'confirmed' ? 'confirmee' : 'annulee');
}

export type RequestHandlers = Pick<
  Handlers,
  | 'owner_requests'
  | 'owner_request'
  | 'owner_confirm'
  | 'owner_change_day'
  | 'owner_cancel'
  | 'owner_reopen'
  | 'owner_verify'
  | 'owner_handle'
  | 'owner_note'
  | 'owner_follow_up'
  | 'owner_add_request'
  | 'owner_spam'
  | 'owner_export'
  | 'owner_person'
  | 'owner_erase_person'
  | 'owner_agenda'
>;

/** Answers the calls about requests from `rows`, and changes them. */
export function requestHandlers(rows: Map<string, OwnedRequest>, tellsVisitor: boolean): RequestHandlers {
  const all = () => [...rows.values()];
  const change = (id: string, version: number, changes: (row: OwnedRequest) => Partial<OwnedRequest>): OwnedRequest => {
    const row = rows.get(id);
    if (!row) throw new CallError('gone');
    if (row.version !== version) throw new CallError('changed', row);
    const changed = { ...row, ...changes(row), version: row.version + 1 };
    rows.set(id, changed);
    return changed;
  };
  return {
    owner_requests: (args) => listRequests(all(), args),
    owner_request: ({ id }) => {
      const request = rows.get(id);
      if (!request) return null;
      const history = [{ at: request.receivedAt, who: null, action: 'received' }];
      return { request, history, mails: [], clashes: clashesOf(request, all()), tellsVisitor };
    },
    owner_confirm: ({ id, version, dates, also_confirmed }) =>
      change(id, version, (row) => {
        const confirmedDates = dates ?? row.dates;
        if (!also_confirmed) refuseTaken(id, confirmedDates, all());
        return { status: 'confirmee', confirmedDates };
      }),
    owner_change_day: ({ id, version, from_day, to_day, also_confirmed }) =>
      change(id, version, ({ dates, confirmedDates }) => {
        if (!also_confirmed && confirmedDates.includes(from_day)) refuseTaken(id, [to_day], all());
        const moved = (days: readonly string[]) => days.map((day) => (day === from_day ? to_day : day)).sort();
        return { dates: moved(dates), confirmedDates: moved(confirmedDates) };
      }),
    owner_cancel: ({ id, version }) => change(id, version, () => ({ status: 'annulee', confirmedDates: [] })),
    owner_reopen: ({ id, version }) =>
      change(id, version, ({ status }) => ({
        isSpam: false,
        unwanted: false,
        status: status === 'annulee' ? 'nouvelle' : status,
      })),
    owner_verify: ({ id, version }) => change(id, version, () => ({ flagged: false })),
    owner_handle: ({ id, version, handled }) =>
      change(id, version, () => ({ handledAt: handled ? '2026-11-23T08:00:00Z' : null })),
    owner_note: ({ id, version, note }) => change(id, version, () => ({ note: note || null })),
    owner_follow_up: ({ id, version, step, day }) =>
      change(id, version, ({ followUp: { [step]: _, ...others } }) => ({
        followUp: day === null ? others : { ...others, [step]: day },
      })),
    owner_add_request: addRequest(rows, tellsVisitor),
    owner_spam: ({ ids, expected }) => {
      const matching = ids.flatMap((id) => rows.get(id) ?? []).filter(({ isSpam }) => !isSpam);
      if (expected !== null) for (const row of matching) rows.set(row.id, { ...row, isSpam: true });
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
    owner_agenda: ({ first, last }) => agendaOf(all(), first, last),
  };
}

function agendaOf(all: readonly OwnedRequest[], first: string, last: string) {
  const days = [...new Set(all.flatMap((row) => row.confirmedDates))].sort();
  return days
    .filter((date) => date >= first && date <= last)
    .map((date) => ({ date, requests: all.filter((row) => row.confirmedDates.includes(date)) }));
}

const clashesOf = ({ id, dates }: OwnedRequest, all: readonly OwnedRequest[]) =>
  dates.flatMap((date) =>
    all
      .filter((row) => row.id !== id && row.status !== 'annulee' && row.dates.includes(date))
      .map((row) => ({ date, id: row.id, name: row.name, isConfirmed: row.confirmedDates.includes(date) })),
  );

function listRequests(
  all: readonly OwnedRequest[],
  { filter, search, before, size }: OwnerCalls['owner_requests']['args'],
): RequestPage {
  const count = (name: Filter) => all.filter((row) => isIn(name, row)).length;
  const matching = all.filter((row) => isIn(filter, row) && `${row.name} ${row.email}`.includes(search));
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
    asOf: new Date().toISOString(),
  };
}
