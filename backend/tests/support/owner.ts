import { createHmac, randomUUID } from 'node:crypto';
import type { OwnedRequest } from '@site/supabase/requests';
import { createClient } from '@supabase/supabase-js';
import { codeOf } from '../../src/auth/auth-database';
import type { TestBackend } from './backend';
import type { Call } from './direct-calls';
import { datesOf, parisDay, reserve } from './rows';
import { anyAddress, callBackend, visitor } from './visitor';

interface Signing {
  readonly alg: 'HS256' | 'HS512' | 'none';
  readonly header?: object;
}

/** Signs without the tested code, so also tokens that it never makes. */
export function signJwt(claims: object, secret: string, { alg, header }: Signing = { alg: 'HS256' }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const body = `${encode({ alg, typ: 'JWT', ...header })}.${encode(claims)}`;
  if (alg === 'none') return `${body}.`;
  return `${body}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
    .update(body)
    .digest('base64url')}`;
}

export interface OwnerSession {
  readonly email: string;
  readonly ownerId: string;
  readonly sessionId: string;
  readonly accessToken: string;
}

/** Creates an owner with a session in the database, to call the owner's functions without signing in. */
export async function ownerSession(backend: TestBackend, email = anyOwner()): Promise<OwnerSession> {
  const [owner] = await backend.owner.query<{ id: string }>(
    `insert into private.owners (email, name) values ($1, 'Camille Martin')
       on conflict (email) do update set email = excluded.email returning id`,
    [email],
  );
  const ownerId = owner?.id ?? '';
  const [session] = await backend.owner.query<{ id: string }>(
    `insert into private.owner_sessions (owner_id, user_agent) values ($1, 'a phone') returning id`,
    [ownerId],
  );
  const sessionId = session?.id ?? '';
  const accessToken = tokenOf(backend, { sub: ownerId, session_id: sessionId });
  return { email, ownerId, sessionId, accessToken };
}

/** A token signed by this install, for a session that need not exist. */
export function tokenOf({ jwtSecret }: Pick<TestBackend, 'jwtSecret'>, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const usual = { role: 'authenticated', sub: randomUUID(), session_id: randomUUID(), iat: now, exp: now + 3600 };
  return signJwt({ ...usual, ...claims }, jwtSecret);
}

export const anyOwner = () => `owner-${randomUUID()}@exemple.fr`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export type OwnerCalls = ReturnType<typeof ownerCalls>;

export interface DayFile {
  readonly version: number;
  readonly papers: readonly object[];
}

interface Today {
  readonly givenUp: readonly {
    readonly request: { readonly id: string };
    readonly version: number;
    readonly days: readonly string[];
  }[];
  readonly concerns: readonly {
    readonly request?: string;
    readonly kind: string;
    readonly days: readonly string[];
    readonly news?: readonly string[];
  }[];
}

/** Calls the functions of the owner's space as one new owner, whose session begins with the first call. */
export function ownerCalls(backend: () => TestBackend) {
  let session: Promise<OwnerSession> | undefined;
  const signedIn = () => {
    session ??= ownerSession(backend());
    return session;
  };
  const call = async (name: string, args: object = {}) =>
    visitor(backend()).post(`rpc/owner_${name}`, args, bearer((await signedIn()).accessToken));
  const read = async <Value>(name: string, args: object = {}): Promise<Value> => {
    const { status, body } = await call(name, args);
    if (status !== 200) throw new Error(`owner_${name} was answered ${status}: ${JSON.stringify(body)}`);
    return body as Value;
  };
  const one = async (id: string) => (await read<{ request: OwnedRequest }>('request', { id })).request;
  const fileOf = async (id: string) => (await read<{ file: DayFile }>('day_file', { id })).file;
  const today = () => read<Today>('today');
  return {
    email: async () => (await signedIn()).email,
    call,
    read,
    one,
    /** Tries to act on the present version of a request. @returns the answer, also that of a refusal */
    attempt: async (id: string, name: string, args: object = {}) =>
      call(name, { id, version: (await one(id)).version, ...args }),
    /** Acts on the present version of a request. */
    act: async <Value = OwnedRequest>(id: string, name: string, args: object = {}) =>
      read<Value>(name, { id, version: (await one(id)).version, ...args }),
    /** Confirms all days of a reservation that nobody has changed since it was booked, unless `args` say otherwise. */
    confirm: (id: string, args: object = {}) => read<OwnedRequest>('confirm', { id, version: 2, dates: null, ...args }),
    historyOf: async (id: string) => (await read<{ history: readonly HistoryLine[] }>('request', { id })).history,
    fileOf,
    /** Changes facts of the file of a reservation as it is now. */
    filed: async (id: string, changes: object) =>
      read('change_day_file', { id, version: (await fileOf(id)).version, changes }),
    /** Marks the agreement of a reservation today. */
    agreed: async (id: string, step: 'sent' | 'signed', more: object = {}) =>
      read('mark_paper', {
        ...{ id, version: (await fileOf(id)).version, paper: 'convention', step, day: parisDay(), ...more },
      }),
    /** What « Aujourd’hui » tells of a visitor who has cancelled or given up days. */
    givenUpOf: async (id: string) => (await today()).givenUp.find(({ request }) => request.id === id),
    /** What « Aujourd’hui » tells of a request. */
    concernsOf: async (id: string) => (await today()).concerns.filter(({ request }) => request === id),
  };
}

export interface HistoryLine {
  readonly at: string;
  readonly who: string | null;
  readonly action: string;
  readonly detail: unknown;
}

/** An action that the state of the request does not allow. */
export const IMPOSSIBLE = { status: 409, body: { code: 'NOT_POSSIBLE' } };
/** A change of what somebody else has changed meanwhile. */
export const OUTDATED = { status: 409, body: { code: 'CHANGED_SINCE' } };

/** The present state, which a refused change is told. */
export const detailsOf = ({ body }: { readonly body: unknown }) => JSON.parse((body as { details: string }).details);

/** A visitor's reservation of some days. */
export async function book(backend: TestBackend, ...days: string[]): Promise<string> {
  const by = visitor(backend);
  const id = await reserve(by);
  const { status, body } = await by.post('reservation_dates', datesOf(id, ...days));
  if (status !== 201) throw new Error(`The days were answered ${status}: ${JSON.stringify(body)}`);
  return id;
}

/** The answer to a visitor who asks for some days. */
export async function askForDays(backend: TestBackend, ...days: string[]) {
  const by = visitor(backend);
  const { status, body } = await by.post('reservation_dates', datesOf(await reserve(by), ...days));
  return { status, body };
}

/** Stores a visitor's message. @returns its id */
export async function storeMessage({ owner }: TestBackend): Promise<string> {
  const [row] = await owner.query<{ id: string }>(
    `insert into public.contacts (prenom, nom, email, telephone) values ('Alex', 'Roy', 'alex@exemple.fr', '06 39 98 00 00') returning id`,
  );
  return row?.id ?? '';
}

/** The client that the owner's space uses, in a new browser. */
export function authClient(backend: Pick<TestBackend, 'url' | 'anonKey'>, address = anyAddress()) {
  return createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': address, 'user-agent': 'a phone' } },
    // Node 20 has no WebSocket, and the constructor asks for one.
    realtime: { transport: class {} as never },
  });
}

export async function addOwner({ owner }: TestBackend, email = anyOwner()): Promise<string> {
  await owner.query("insert into private.owners (email, name) values ($1, 'Camille Martin')", [email]);
  return email;
}

/** The last code that was requested for an owner; null when there is none. */
export async function codeFor({ owner, jwtSecret }: TestBackend, email: string): Promise<string | null> {
  const [row] = await owner.query<{ nonce: string }>(
    'select nonce from private.sign_in_codes where address_hash = private.salted($1)',
    [email],
  );
  return row ? codeOf(row.nonce, jwtSecret) : null;
}

export const otherCode = (code: string | null) => (code === '00000000' ? '00000001' : '00000000');

/** Allows the next request for a code at once. */
export const forgetAttempts = ({ owner }: TestBackend) => owner.query('delete from private.sign_in_attempts');

/** Signs an owner in with a code. @returns the session and its client */
export async function signIn(backend: TestBackend, email?: string) {
  const address = email ?? (await addOwner(backend));
  await forgetAttempts(backend);
  const client = authClient(backend);
  const asked = await client.auth.signInWithOtp({ email: address, options: { shouldCreateUser: false } });
  const token = (await codeFor(backend, address)) ?? '';
  const { data } = await client.auth.verifyOtp({ email: address, token, type: 'email' });
  if (!data.session) throw new Error(`Not signed in: ${asked.error?.message}`);
  return { email: address, client, session: data.session };
}

/** Calls /auth/v1 without a client library. */
export const authCall = (backend: Pick<TestBackend, 'url' | 'anonKey'>, path: string, call: Call = {}) =>
  callBackend(backend, `auth/v1/${path}`, { method: 'POST', ...call });

interface Code {
  readonly email: string;
  readonly token: string | null;
}

/** Requests a code, by default from a new address. */
export const ask = (backend: TestBackend, email: string, address = anyAddress()) =>
  authCall(backend, 'otp', { body: { email, create_user: false }, headers: { 'x-forwarded-for': address } });

export const verify = (backend: TestBackend, code: Code, address = anyAddress()) =>
  authCall(backend, 'verify', { body: { ...code, type: 'email' }, headers: { 'x-forwarded-for': address } });

export const refresh = (backend: TestBackend, refresh_token: string) =>
  authCall(backend, 'token?grant_type=refresh_token', { body: { refresh_token } });

/** Adds an owner and requests a code. */
export async function ownerWithCode(backend: TestBackend) {
  const email = await addOwner(backend);
  await ask(backend, email);
  return { email, code: await codeFor(backend, email) };
}
