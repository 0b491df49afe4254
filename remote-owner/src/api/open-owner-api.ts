import { functionCalls } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { SITE_ELEMENT_ID, type SiteData } from '@site/contract/page-data';
import type { Database } from '@site/supabase/types';
import type { SupabaseClient } from '@supabase/supabase-js';
import { CallError, callError, type FailureReason } from './call-error';
import type { OwnerApi, ReleaseCommand } from './owner-api';
import type { ReleaseAnswers, ReleaseCommandName } from './release-answers';
import { isStored, readToken, sessionOf } from './session';
import type { OwnerCalls } from './wire';

const STORAGE_KEY = 'espace-session';
/** Enough for a slow phone to render the first answer. */
const FIRST_SCREEN_MS = 300;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Opens the owner's calls to a backend. supabase-js is loaded by the first of them, after the first screen. */
export function openOwnerApi(backend: Backend): OwnerApi {
  const ahead = openCallAhead(backend, STORAGE_KEY);
  let opening: Promise<SupabaseClient<Database>> | undefined;
  const open = async () => {
    if (await ahead.answered()) await delay(FIRST_SCREEN_MS);
    return createSupabase(backend);
  };
  const client = () => {
    opening ??= open().catch((error: unknown) => {
      // The next call tries again.
      opening = undefined;
      throw new CallError('offline', null, { cause: error });
    });
    return opening;
  };
  const answerTo = async <Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']) => {
    const early = await ahead.take(name, args);
    if (early !== undefined) return early;
    const supabase = await client();
    const { data: stored } = await supabase.auth.getSession();
    // supabase-js would make the call as a visitor, and its refusal would end a session that only could not be renewed.
    if (!stored.session && isStored(STORAGE_KEY)) throw new CallError('offline');
    const { data, error, status } = await supabase.rpc(name, argumentsOf(name, args));
    if (!error) return data;
    throw callError({ status, code: error.code, details: error.details });
  };
  return {
    session: sessionOf(client, STORAGE_KEY),
    // The database's types say of an answer only that it is JSON.
    call: async <Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']) =>
      (await answerTo(name, args)) as OwnerCalls[Name]['value'],
    callAhead: ahead.send,
    release: async (name, command) => runRelease(await tokenOf(client), name, command),
    readSite: async () => {
      const page = await (await fetch(window.location.pathname, { cache: 'no-store' })).text();
      const data = new DOMParser().parseFromString(page, 'text/html').getElementById(SITE_ELEMENT_ID);
      return (JSON.parse(data?.textContent ?? '') as Pick<SiteData, 'site'>).site;
    },
    addPicture: async (file) => {
      // Few visits need it.
      const { shrinkPicture } = await import('./device-picture');
      const { canvas, jpeg } = await shrinkPicture(file);
      const { path } = await sendPicture(await tokenOf(client), await jpeg.arrayBuffer());
      return { path, canvas };
    },
  };
}

async function tokenOf(client: () => Promise<SupabaseClient<Database>>): Promise<string> {
  const { data } = await (await client()).auth.getSession();
  if (!data.session) throw new CallError('signed-out');
  return data.session.access_token;
}

async function createSupabase({ url, anonKey }: Backend): Promise<SupabaseClient<Database>> {
  const { createClient } = await import('@supabase/supabase-js');
  return createClient<Database>(url || window.location.origin, anonKey, {
    auth: { storageKey: STORAGE_KEY, persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
    global: { fetch: fetchSession, headers: { 'X-Client-Info': 'site-owner/1.0.0' } },
  });
}

const SESSION_PATH = /\/auth\/v1\/(?:token|verify)$/;

/**
 * `fetch` for supabase-js, which compares the end of a session with the device's clock. Without the server's
 * `expires_at` it computes the end from `expires_in`, so that a clock that is wrong does not renew at every call.
 */
const fetchSession: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!response.ok || !SESSION_PATH.test(pathname)) return response;
  const { expires_at: _, ...session } = (await response.json()) as Readonly<Record<string, unknown>>;
  return new Response(JSON.stringify(session), { status: response.status, headers: response.headers });
};

/** Older answers are discarded and slower ones are aborted; supabase-js then makes the call. */
const FRESH_MS = 10_000;

interface EarlyCall {
  readonly key: string;
  readonly at: number;
  /** Resolves with undefined when supabase-js has to make the call. */
  readonly answer: Promise<unknown>;
}

/** Makes one read-only call before supabase-js is loaded, which takes half a second on a phone. */
export function openCallAhead({ url, anonKey }: Backend, storageKey: string) {
  let sent: EarlyCall | null = null;
  let answered: Promise<unknown> = Promise.resolve();
  return {
    send: <Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']): void => {
      const token = readToken(storageKey);
      if (!token) return;
      const answer = fetch(`${url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(argumentsOf(name, args)),
        signal: AbortSignal.timeout(FRESH_MS),
      })
        .then((response): unknown => (response.ok ? response.json() : undefined))
        .catch(() => undefined);
      sent = { key: JSON.stringify([name, args]), at: performance.now(), answer };
      answered = answer;
    },
    /** Resolves with the answer of the call that was sent; undefined when none was sent or it failed. */
    answered: () => answered,
    /** Resolves with the answer of an identical call, once; undefined when there is none or it failed. */
    take: async (name: keyof OwnerCalls, args: unknown): Promise<unknown> => {
      if (sent?.key !== JSON.stringify([name, args])) return undefined;
      const { at, answer } = sent;
      sent = null;
      return performance.now() - at < FRESH_MS ? answer : undefined;
    },
  };
}

const FUNCTIONS = functionCalls({
  owner_me: [],
  owner_requests: ['filter', 'search', 'before', 'size', 'oldest'],
  owner_request: ['id'],
  owner_confirm: ['id', 'version', 'dates', 'also_confirmed'],
  owner_change_day: ['id', 'version', 'from_day', 'to_day', 'also_confirmed'],
  owner_cancel: ['id', 'version', 'reason'],
  owner_reopen: ['id', 'version'],
  owner_see_given_up: ['id', 'version', 'refunded_on'],
  owner_verify: ['id', 'version'],
  owner_handle: ['id', 'version', 'handled'],
  owner_note: ['id', 'version', 'note'],
  owner_tell: ['id', 'version', 'channel'],
  owner_follow_up: ['id', 'version', 'step', 'day', 'print'],
  owner_day_file: ['id'],
  owner_see_day_file: ['id'],
  owner_change_day_file: ['id', 'version', 'changes'],
  owner_mark_paper: ['id', 'version', 'paper', 'step', 'day', 'print'],
  owner_leave_paper: ['id', 'version', 'paper', 'print'],
  owner_add_request: ['attempt', 'name', 'email', 'phone', 'dates', 'is_agefice', 'note', 'tell', 'also_confirmed'],
  owner_spam: ['ids', 'expected'],
  owner_handle_all: ['ids', 'expected'],
  owner_export: [],
  owner_person: ['email'],
  owner_erase_person: ['email', 'typed'],
  owner_days: [],
  owner_set_days: ['weekly', 'holidays', 'off', 'periods', 'confirmedDays', 'noticeDays', 'horizonDays', 'version'],
  owner_agenda: ['first', 'last'],
  owner_feed: [],
  owner_renew_feed: [],
  owner_own_calendar: [],
  owner_set_own_calendar: ['address'],
  owner_read_own_calendar: [],
  owner_sessions: [],
  owner_end_session: ['id'],
  owner_push: [],
  owner_add_push: ['endpoint', 'p256dh', 'auth'],
  owner_remove_push: [],
  owner_today: [],
  owner_figures: [],
  owner_training_year: ['year'],
  owner_report_year: ['year', 'filed'],
  owner_health: [],
  owner_retry_mails: [],
  owner_mail_records: [],
  owner_confirm_retention: ['requests'],
});

/** Does not compile while the list, which the build records, differs from the database's arguments. */
const DECLARED: { readonly [Name in keyof OwnerCalls]: Exactly<ArgumentOf<Name>, (typeof FUNCTIONS)[Name]> } =
  FUNCTIONS;

type ArgumentOf<Name extends keyof OwnerCalls> = string extends keyof OwnerCalls[Name]['args']
  ? never
  : keyof OwnerCalls[Name]['args'];

type Exactly<Argument, List extends readonly unknown[]> = [Exclude<Argument, List[number]>] extends [never]
  ? readonly Argument[]
  : never;

function argumentsOf<Name extends keyof OwnerCalls>(name: Name, args: OwnerCalls[Name]['args']) {
  const given: Readonly<Record<string, unknown>> = { ...args };
  const declared: readonly PropertyKey[] = DECLARED[name];
  return Object.fromEntries(declared.map((key) => [key, given[String(key)]]));
}

const INTERFACE = '/release/v1/';

const BY_STATUS: Readonly<Record<number, FailureReason>> = {
  401: 'unavailable',
  403: 'unavailable',
  404: 'unavailable',
  405: 'unavailable',
  409: 'changed',
  429: 'too-many',
};

/** Runs a command on the site's own server, whichever backend the site uses. @throws CallError */
export async function runRelease<Name extends ReleaseCommandName>(
  token: string,
  name: Name,
  { words = [], ...command }: ReleaseCommand = {},
): Promise<ReleaseAnswers[Name]> {
  const body = JSON.stringify({ words, ...command });
  const answer = (await post(token, `commands/${name}`, { type: 'application/json', body })) ?? { json: null };
  return (answer as { readonly json: ReleaseAnswers[Name] }).json;
}

const sendPicture = async (token: string, body: ArrayBuffer) =>
  (await post(token, 'pictures', { type: 'application/octet-stream', body })) as { readonly path: string };

interface PostBody {
  readonly type: string;
  readonly body: string | ArrayBuffer;
}

async function post(token: string, path: string, { type, body: sent }: PostBody): Promise<unknown> {
  const response = await fetch(INTERFACE + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: sent,
  }).catch((cause: unknown) => {
    throw new CallError('offline', null, { cause });
  });
  // A static host answers any address with a page.
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body = isJson ? await response.json().catch(() => null) : null;
  if (response.ok && isJson) return body;
  throw new CallError(response.ok ? 'unavailable' : (BY_STATUS[response.status] ?? 'failed'), body);
}
