import { hashKey, type QueryKey } from '@tanstack/react-query';
import { type KeptAnswer, readKept } from '../api/kept-answers';
import type { RequestDetail } from '../api/requests';
import { isList, type LoadedPages } from './limit-kept';

/** The kept answer of a call; that for one request comes from the kept lists, without its history. */
export function findKept(session: string | null, key: QueryKey): KeptAnswer | null {
  const answers = readKept(session);
  const hash = hashKey(key);
  const own = answers.find((answer) => hashKey(answer.key) === hash);
  if (own || key[0] !== 'owner_request') return own ?? null;
  const { id } = key[1] as { readonly id: string };
  for (const list of answers.filter(isList)) {
    const request = (list.data as LoadedPages).pages.flatMap(({ items }) => items).find((item) => item.id === id);
    const data =
      request &&
      ({ request, history: [], mails: [], clashes: [], others: [], tellsVisitor: false } satisfies RequestDetail);
    if (data) return { key, data, at: list.at };
  }
  return null;
}
