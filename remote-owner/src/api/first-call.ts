import type { Host } from '@site/contract/host';
import { jsonForHtml } from '@site/contract/page-data';
import { readView, VIEWS } from '../view/view';
import type { EarlyAnswer } from './owner-api';
import { FIRST_PAGE, pageOf } from './request-list';
import { FILTERS } from './requests';
import { LEFT_S, readToken, STORAGE_KEY } from './session';
import type { OwnerCalls } from './wire';

/** Older answers are discarded and slower ones are aborted; supabase-js then makes the call. */
const FRESH_MS = 10_000;

interface FirstCall {
  /** The name and the arguments, as JSON. */
  readonly what: string;
  readonly at: number;
  /** Resolves with undefined when supabase-js has to make the call. */
  readonly answer: Promise<unknown>;
  /** The answer, once it has come. */
  value?: unknown;
}

declare global {
  interface Window {
    firstCall?: FirstCall | undefined;
  }
}

/** Takes over the call that the page's early script has made, if any. */
export function openFirstCall() {
  let sent = typeof window === 'undefined' ? undefined : window.firstCall;
  return {
    /** Resolves with the answer; undefined when no call was sent or it failed. */
    answer: sent?.answer,
    /** The call and its answer, if it has come and was not taken. */
    early: (): EarlyAnswer | null => {
      if (sent?.value === undefined || !isFresh(sent)) return null;
      const [name, args] = JSON.parse(sent.what) as readonly [EarlyAnswer['name'], EarlyAnswer['args']];
      return { name, args, value: sent.value };
    },
    /** Resolves with the answer of an identical call, once; undefined when there is none or it failed. */
    take: async (name: keyof OwnerCalls, args: unknown): Promise<unknown> => {
      if (sent?.what !== JSON.stringify([name, args])) return undefined;
      const taken = sent;
      sent = undefined;
      return isFresh(taken) ? taken.answer : undefined;
    },
  };
}

const isFresh = ({ at }: FirstCall) => performance.now() - at < FRESH_MS;

/** Makes the call of the first screen long before the part is loaded. */
export const earlyScript = ({ backend: { url, anonKey } }: Pick<Host, 'backend'>): string => {
  const lists: Lists = [VIEWS, FILTERS, FIRST_PAGE];
  const session: Session = [url, anonKey, STORAGE_KEY, LEFT_S, FRESH_MS];
  const functions = Object.entries({ readView, pageOf, readToken }).map(([name, source]) => `${name}:${source}`);
  return `(${sendFirstCall})({${functions}},...${jsonForHtml([lists, session])})`;
};

interface Functions {
  readonly readView: typeof readView;
  readonly pageOf: typeof pageOf;
  readonly readToken: typeof readToken;
}

type Lists = readonly [typeof VIEWS, typeof FILTERS, size: number];
type Session = readonly [url: string, anonKey: string, key: string, leftS: number, withinMs: number];

/** Its source is written into the page: it cannot refer to anything outside itself. */
function sendFirstCall(
  { readView, pageOf, readToken }: Functions,
  [views, filters, size]: Lists,
  [url, anonKey, key, leftS, withinMs]: Session,
): void {
  const token = readToken(key, leftS);
  const { name, request, paper, isAdding, ...list } = readView(location.search, views, filters);
  const callOfView = () => {
    if (name === 'aujourdhui') return ['owner_today', {}];
    if (name !== 'demandes' || paper || isAdding) return null;
    return request ? ['owner_request', { id: request }] : ['owner_requests', pageOf(list, null, size)];
  };
  const sent = token && callOfView();
  if (!sent) return;
  const answer = fetch(`${url}/rest/v1/rpc/${sent[0]}`, {
    method: 'POST',
    headers: { apikey: anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(sent[1]),
    signal: AbortSignal.timeout(withinMs),
  })
    .then((response): unknown => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  const call: FirstCall = { what: JSON.stringify(sent), at: performance.now(), answer };
  window.firstCall = call;
  answer.then((value) => {
    call.value = value;
  });
}
