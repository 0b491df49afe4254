import type { DayFile } from '@site/contract/day-papers';
import type { Host, Site } from '@site/contract/host';
import type { Concern, OwnedRequest } from '@site/supabase/requests';
import { useState } from 'react';
import { CallError } from '../api/call-error';
import type { PushState } from '../api/device-push';
import type { Health, MailRecords } from '../api/health';
import type { OwnerApi, SessionState } from '../api/owner-api';
import type { PartHolds } from '../api/release-answers';
import type { DayRule, OwnCalendar, OwnerCalls, OwnerSession, ReservationFile, Today } from '../api/wire';
import { SessionGate } from '../session/session-gate';
import { exampleFigures, exampleHealth, exampleRequests, exampleYear, todayOf } from './examples';
import { fileHandlers } from './file-handlers';
import { createReleaseStandIn } from './release-stand-in';
import { find, requestHandlers } from './request-handlers';
import { type Handlers, healthHandlers, ownCalendarHandlers, pushHandlers } from './space-handlers';

export interface StandIn extends OwnerApi {
  readonly requests: () => readonly OwnedRequest[];
  /** The files of days by the id of their request; another device may change them. */
  readonly files: Map<string, DayFile>;
  /** Changes a request as another device would. */
  readonly changeElsewhere: (id: string, changes: Partial<OwnedRequest>) => void;
  /** Makes every further call fail with the error; null ends this. */
  readonly failWith: (error: CallError | null) => void;
  readonly setState: (state: SessionState) => void;
  readonly calls: readonly (readonly [name: string, args: unknown])[];
}

export interface StandInOptions {
  /** The facts of a page that is read again; none by default. */
  readonly renewedSite?: Site;
  readonly health?: Health;
  readonly concerns?: readonly Concern[];
  readonly givenUp?: Today['givenUp'];
  /** The signed agreement of a reservation that its visitor has cancelled, until the owner has seen it. */
  readonly endedByVisitor?: ReservationFile['left'];
  /** The signed agreement of a reservation that the owner has cancelled, until that is seen. */
  readonly endedByOwner?: ReservationFile['calledOff'];
  readonly requests?: readonly OwnedRequest[];
  readonly state?: SessionState;
  readonly tellsVisitor?: boolean;
  /** The id of the session. The browser stores answers for it; null stores none. */
  readonly session?: string | null;
  readonly push?: PushState;
  readonly holds?: PartHolds;
  readonly ownCalendar?: OwnCalendar;
  readonly mailRecords?: MailRecords | null;
  readonly files?: readonly (readonly [id: string, file: DayFile])[];
  /** The version of a request up to which the visitor's calendar has other hours. */
  readonly otherHours?: number;
}

const CODE = '12345678';

/** Answers the owner's calls in memory, for tests and for running standalone. The sign-in code is 12345678. */
export function createStandIn(options: StandInOptions = {}): StandIn {
  const {
    requests = exampleRequests,
    health = exampleHealth,
    state: first = 'signed-out',
    tellsVisitor = false,
    session = null,
  } = options;
  let state = first;
  let failure: CallError | null = null;
  const watchers = new Set<(state: SessionState) => void>();
  const setState = (next: SessionState) => {
    state = next;
    for (const watcher of watchers) watcher(state);
  };
  const rows = new Map(requests.map((request) => [request.id, request]));
  const files = new Map(options.files);
  const { see, refundedOn, givenUp, endedByVisitor, endedByOwner } = cancellationsOf(rows, options);
  const others = otherHandlers();
  const ownCalendar = ownCalendarHandlers(options.ownCalendar);
  const handlers = {
    ...requestHandlers(rows, { tellsVisitor, endedByVisitor, refundedOn }, ownCalendar.busyDays),
    ...fileHandlers(rows, files, { otherHours: options.otherHours, endedByVisitor, endedByOwner }),
    ...ownCalendar.handlers,
    ...others,
    ...pushHandlers(options.push),
    ...healthHandlers(health, options.mailRecords),
    owner_today: () => todayOf([...rows.values()], { concerns: options.concerns ?? [], givenUp: givenUp() }, others),
    owner_see_given_up: see,
  } satisfies Handlers;
  const release = createReleaseStandIn(options.holds);
  const calls: [string, unknown][] = [];
  const record = async <Value,>(name: string, args: unknown, answer: () => Value | Promise<Value>) => {
    calls.push([name, args]);
    if (failure) throw failure;
    return answer();
  };
  return {
    calls,
    files,
    requests: () => [...rows.values()],
    changeElsewhere: changeIn(rows),
    failWith: (error) => {
      failure = error;
    },
    setState,
    session: {
      isOpen: () => false,
      id: () => session,
      address: () => 'proprietaire@exemple.fr',
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
    call: (name, args) => record(name, args, () => (handlers[name] as (args: unknown) => never)(args)),
    callAhead: () => undefined,
    release: (name, command) => record(name, command, () => release(name, command)),
    readSite: () => record('site', null, () => existing(options.renewedSite)),
    addPicture: (file) => record('pictures', file, examplePicture),
  };
}

/** What visitors have given up, until the owner has seen it. */
function cancellationsOf(rows: ReadonlyMap<string, OwnedRequest>, options: StandInOptions) {
  const seen = new Map<string, string | null | undefined>();
  const paidAtFirst = new Map([...rows.values()].map(({ id, followUp }) => [id, followUp.paid]));
  const unseen =
    (agreement: ReservationFile['left'] = null) =>
    ({ id, status, followUp }: OwnedRequest) =>
      status !== 'nouvelle' && !seen.has(id) && followUp.paid === paidAtFirst.get(id) ? agreement : null;
  return {
    see: ({ id, version, refunded_on }: OwnerCalls['owner_see_given_up']['args']): OwnedRequest => {
      const row = find(rows, id, version);
      seen.set(id, refunded_on);
      return row;
    },
    refundedOn: (id: string) => seen.get(id),
    givenUp: () => (options.givenUp ?? []).filter(({ request }) => !seen.has(request.id)),
    endedByVisitor: unseen(options.endedByVisitor),
    endedByOwner: unseen(options.endedByOwner),
  };
}

function existing(site: Site | undefined): Site {
  if (!site) throw new CallError('unavailable');
  return site;
}

const examplePicture = () => ({
  path: `/fichiers/${'0'.repeat(64)}.jpg`,
  canvas: document.createElement('canvas'),
});

const changeIn = (rows: Map<string, OwnedRequest>) => (id: string, changes: Partial<OwnedRequest>) => {
  const row = rows.get(id);
  if (row) rows.set(id, { ...row, ...changes, version: row.version + 1 });
};

function otherHandlers() {
  let rule: DayRule = {
    weekly: [true, true, true, true, true, true, true],
    holidays: false,
    off: [],
    periods: [],
    confirmedDays: false,
    noticeDays: 0,
    horizonDays: null,
    version: 1,
  };
  let reported = 0;
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
    owner_figures: () => exampleFigures,
    owner_training_year: ({ year }) => exampleYear(year, reported),
    owner_report_year: ({ year, filed }) => {
      reported = filed ? year : year - 1;
      return exampleYear(year, reported);
    },
    owner_end_session: ({ id }) => {
      sessions = sessions.filter((session) => session.id !== id);
      return sessions;
    },
  } satisfies Partial<Handlers>;
}

/** The space without a site. The sign-in code is 12345678. */
export function StandInSpace({ host }: { readonly host: Host }) {
  const [api] = useState(() => createStandIn());
  return <SessionGate host={host} api={api} />;
}
