import { CallError } from '../api/answer';
import type { OwnerApi, SessionState } from '../api/owner-api';
import type { DayRule, Filter, Health, OwnerCalls, OwnerRequest, OwnerSession, RequestPage } from '../api/wire';
import { exampleHealth } from './example-health';
import { exampleRequests } from './example-requests';
import { createReleaseStandIn } from './release-stand-in';

type Handlers = { readonly [Name in keyof OwnerCalls]: (args: OwnerCalls[Name]['args']) => OwnerCalls[Name]['value'] };

export interface StandIn extends OwnerApi {
  readonly requests: () => readonly OwnerRequest[];
  /** Changes a request as another device would. */
  readonly changeElsewhere: (id: string, changes: Partial<OwnerRequest>) => void;
  /** Every further call fails with it; null ends that. */
  readonly failWith: (error: CallError | null) => void;
  readonly setState: (state: SessionState) => void;
  /** Calls that were made, with their arguments. */
  readonly calls: readonly (readonly [name: string, args: unknown])[];
}

interface StandInParts {
  readonly health?: Health;
  readonly requests?: readonly OwnerRequest[];
  readonly state?: SessionState;
  /** Whether visitors get mails. */
  readonly tellsVisitor?: boolean;
}

const CODE = '123456';

/** The owner's calls answered in memory: for tests, and to run the part without a site. Its code is 123456. */
export function createStandIn(parts: StandInParts = {}): StandIn {
  const {
    requests = exampleRequests,
    health = exampleHealth,
    state: first = 'signed-out',
    tellsVisitor = false,
  } = parts;
  let state = first;
  let failure: CallError | null = null;
  const watchers = new Set<(state: SessionState) => void>();
  const setState = (next: SessionState) => {
    state = next;
    for (const watcher of watchers) watcher(state);
  };
  const rows = new Map(requests.map((request) => [request.id, request]));
  const handlers = {
    ...requestHandlers(rows, tellsVisitor),
    ...otherHandlers(),
    owner_health: () => health,
  } satisfies Handlers;
  const release = createReleaseStandIn();
  const calls: [string, unknown][] = [];
  const throwIfAway = () => {
    if (failure) throw failure;
  };
  return {
    calls,
    requests: () => [...rows.values()],
    changeElsewhere: (id, changes) => {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, ...changes, version: row.version + 1 });
    },
    failWith: (error) => {
      failure = error;
    },
    setState,
    session: {
      isOpen: () => false,
      watch: (onState) => {
        watchers.add(onState);
        onState(state);
        return () => void watchers.delete(onState);
      },
      sendCode: async () => (failure ? { ok: false, reason: 'offline' } : { ok: true }),
      enterCode: async (_, code) => {
        if (failure) return { ok: false, reason: 'offline' };
        if (code !== CODE) return { ok: false, reason: 'wrong-code' };
        setState('signed-in');
        return { ok: true };
      },
      signOut: async () => setState('signed-out'),
    },
    call: async (name, args) => {
      calls.push([name, args]);
      throwIfAway();
      return (handlers[name] as (args: unknown) => never)(args);
    },
    callAhead: () => undefined,
    release: async (name, command) => {
      calls.push([name, command]);
      throwIfAway();
      return release(name, command);
    },
  };
}

function isIn(filter: Filter, { kind, status, handledAt, isSpam }: OwnerRequest): boolean {
  if (filter === 'all') return true;
  if (isSpam || filter === 'spam') return isSpam && filter === 'spam';
  if (filter === 'messages') return kind === 'contact';
  if (filter === 'todo') return kind === 'contact' ? handledAt === null : status === 'nouvelle';
  return status === (filter === 'confirmed' ? 'confirmee' : 'annulee');
}

type RequestHandlers = Pick<
  Handlers,
  | 'owner_requests'
  | 'owner_request'
  | 'owner_confirm'
  | 'owner_change_day'
  | 'owner_cancel'
  | 'owner_reopen'
  | 'owner_handle'
  | 'owner_note'
  | 'owner_spam'
  | 'owner_export'
  | 'owner_person'
  | 'owner_erase_person'
  | 'owner_agenda'
>;

function requestHandlers(rows: Map<string, OwnerRequest>, tellsVisitor: boolean): RequestHandlers {
  const all = () => [...rows.values()];
  const change = (id: string, version: number, changes: (row: OwnerRequest) => Partial<OwnerRequest>): OwnerRequest => {
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
    owner_confirm: ({ id, version, dates }) =>
      change(id, version, (row) => ({ status: 'confirmee', confirmedDates: dates ?? row.dates })),
    owner_change_day: ({ id, version, from_day, to_day }) =>
      change(id, version, ({ dates, confirmedDates }) => {
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
    owner_handle: ({ id, version, handled }) =>
      change(id, version, () => ({ handledAt: handled ? '2026-11-23T08:00:00Z' : null })),
    owner_note: ({ id, version, note }) => change(id, version, () => ({ note: note || null })),
    owner_spam: ({ ids, expected }) => {
      const found = ids.flatMap((id) => rows.get(id) ?? []).filter(({ isSpam }) => !isSpam);
      if (expected !== null) for (const row of found) rows.set(row.id, { ...row, isSpam: true });
      return { count: found.length };
    },
    owner_export: all,
    owner_person: ({ email }) => all().filter((row) => row.email === email),
    owner_erase_person: ({ email }) => {
      const found = all().filter((row) => row.email === email);
      for (const { id } of found) rows.delete(id);
      return { requests: found.length };
    },
    owner_agenda: ({ first, last }) => {
      const days = [...new Set(all().flatMap((row) => row.confirmedDates))].sort();
      return days
        .filter((date) => date >= first && date <= last)
        .map((date) => ({ date, requests: all().filter((row) => row.confirmedDates.includes(date)) }));
    },
  };
}

const clashesOf = ({ id, dates }: OwnerRequest, all: readonly OwnerRequest[]) =>
  dates.flatMap((date) =>
    all
      .filter((row) => row.id !== id && row.status !== 'annulee' && row.dates.includes(date))
      .map(({ name, status }) => ({ date, name, status: status ?? '' })),
  );

function listRequests(
  all: readonly OwnerRequest[],
  { filter, search, before, size }: OwnerCalls['owner_requests']['args'],
): RequestPage {
  const count = (one: Filter) => all.filter((row) => isIn(one, row)).length;
  const found = all.filter((row) => isIn(filter, row) && `${row.name} ${row.email}`.includes(search));
  const from = before === null ? 0 : Number(before);
  return {
    items: found.slice(from, from + size),
    next: from + size < found.length ? String(from + size) : null,
    counts: {
      todo: count('todo'),
      confirmed: count('confirmed'),
      cancelled: count('cancelled'),
      messages: count('messages'),
      spam: count('spam'),
      all: all.length,
    },
    asOf: new Date().toISOString(),
  };
}

function otherHandlers(): Omit<Handlers, keyof RequestHandlers | 'owner_health'> {
  let rule: DayRule = {
    weekly: [true, true, true, true, true, true, true],
    holidays: false,
    off: [],
    confirmedDays: false,
    version: 1,
  };
  let renewedAt: string | null = null;
  let sessions: readonly OwnerSession[] = [
    { id: 'a', createdAt: '2026-11-20T08:00:00Z', usedAt: '2026-11-23T08:00:00Z', userAgent: null, isThis: true },
    {
      id: 'b',
      createdAt: '2026-11-02T08:00:00Z',
      usedAt: '2026-11-19T18:10:00Z',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      isThis: false,
    },
  ];
  return {
    owner_me: () => ({ email: 'proprietaire@exemple.fr', sessionId: 'a' }),
    owner_days: () => rule,
    owner_set_days: (wanted) => {
      if (wanted.version !== rule.version) throw new CallError('changed', rule);
      rule = { ...wanted, version: rule.version + 1 };
      return rule;
    },
    owner_feed: () => ({ renewedAt }),
    owner_renew_feed: () => {
      const path = `/espace/agenda/${renewedAt ? 'nouvelle' : 'premiere'}.ics`;
      renewedAt = new Date().toISOString();
      return { path, renewedAt };
    },
    owner_sessions: () => sessions,
    owner_end_session: ({ id }) => {
      sessions = sessions.filter((one) => one.id !== id);
      return sessions;
    },
  };
}
