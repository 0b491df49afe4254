import { hashKey, type QueryCache, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type PersistedAnswer, readPersisted, writePersisted } from '../api/answer-storage';
import type { RequestDetail, RequestPage } from '../api/requests';

const WRITE_AFTER_MS = 2000;

const restored = new Set<number>();

/** Whether data of this time were stored by an earlier opening of the space. */
export const isRestored = (dataUpdatedAt: number): boolean => restored.has(dataUpdatedAt);

/** Keeps the answers of a session in this browser for its next opening. */
export function usePersistedAnswers(client: QueryClient, session: () => string | null): void {
  useEffect(() => keepAnswers(client, session), [client, session]);
}

function keepAnswers(client: QueryClient, session: () => string | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const id = session();
    if (id === null) return;
    const queries = client
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, state }) => isPersisted(queryKey) && state.data !== undefined);
    const current = queries.map(
      ({ queryKey, state }): PersistedAnswer => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }),
    );
    const hashes = new Set(queries.map(({ queryHash }) => queryHash));
    const earlier = readPersisted(id).filter(({ key }) => !hashes.has(hashKey(key)));
    writePersisted(id, limitPersisted([...current, ...earlier]));
  };
  const stop = client.getQueryCache().subscribe(({ type, query, ...event }) => {
    const isAnswer = type === 'updated' && 'action' in event && event.action.type === 'success';
    if (isAnswer && isPersisted(query.queryKey)) timer ??= setTimeout(write, WRITE_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Gives each new query the answer that an earlier opening of the space has kept, until the current one arrives. */
export function restoreAnswers(cache: QueryCache, session: () => string | null): void {
  cache.subscribe(({ type, query }) => {
    const stored = type === 'added' && findPersisted(session(), query.queryKey);
    if (!stored) return;
    restored.add(stored.at);
    query.setData(stored.data, { updatedAt: stored.at, manual: true });
  });
}

/** The persisted answer of a call; that for one request comes from the persisted lists, without its history. */
export function findPersisted(session: string | null, key: QueryKey): PersistedAnswer | null {
  const answers = readPersisted(session);
  const hash = hashKey(key);
  const own = answers.find((answer) => hashKey(answer.key) === hash);
  if (own || key[0] !== 'owner_request') return own ?? null;
  const { id } = key[1] as { readonly id: string };
  for (const list of answers.filter(isList)) {
    const request = (list.data as LoadedPages).pages.flatMap(({ items }) => items).find((item) => item.id === id);
    if (request) return { key, data: { request, ...UNKNOWN } satisfies RequestDetail, at: list.at };
  }
  return null;
}

const UNKNOWN = {
  history: [],
  mails: [],
  clashes: [],
  others: [],
  tellsVisitor: false,
  price: null,
  agreedDays: null,
  calledOffDays: null,
  videoLink: null,
} satisfies Omit<RequestDetail, 'request'>;

/** The calls whose answers are stored, with the number of answers of each. */
const MAX_ANSWERS = new Map([
  ['owner_today', 1],
  ['owner_days', 1],
  ['owner_agenda', 3],
  ['owner_requests', 4],
]);
/** All persisted lists together have no more requests. */
const MAX_REQUESTS = 200;

const isPersisted = ([name]: PersistedAnswer['key']): boolean => MAX_ANSWERS.has(String(name));

interface LoadedPages {
  readonly pages: readonly RequestPage[];
  readonly pageParams: readonly unknown[];
}

const isList = ({ key: [name] }: PersistedAnswer): boolean => name === 'owner_requests';

/** The newest answers, within what a browser has room for. */
export function limitPersisted(answers: readonly PersistedAnswer[]): PersistedAnswer[] {
  const counts = new Map<unknown, number>();
  let room = MAX_REQUESTS;
  const cut = ({ pages, pageParams }: LoadedPages): LoadedPages => {
    const firstPages = pages.filter(({ items }) => {
      room -= items.length;
      return room >= 0;
    });
    return { pages: firstPages, pageParams: pageParams.slice(0, firstPages.length) };
  };
  return [...answers]
    .sort((one, other) => other.at - one.at)
    .filter(({ key: [name] }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count <= (MAX_ANSWERS.get(String(name)) ?? 0);
    })
    .map((answer) => (isList(answer) ? { ...answer, data: cut(answer.data as LoadedPages) } : answer))
    .filter((answer) => !isList(answer) || (answer.data as LoadedPages).pages.length > 0);
}
