import type { Host } from '@site/contract/host';
import { jsonForHtml } from '@site/contract/page-data';
import { type FirstCall, FRESH_MS } from '../api/first-call';
import { FIRST_PAGE, pageOf } from '../api/request-list';
import { FILTERS } from '../api/requests';
import { LEFT_S, readToken, STORAGE_KEY } from '../api/session';
import { readView, VIEWS } from '../view/view';

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

/** The source of this function is written into the page: it cannot refer to anything outside itself. */
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
