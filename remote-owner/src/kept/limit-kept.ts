import type { KeptAnswer } from '../api/kept-answers';
import type { RequestPage } from '../api/requests';

/** Answers of each call; those of other calls are not kept. */
const MOST = new Map([
  ['owner_today', 1],
  ['owner_days', 1],
  ['owner_agenda', 3],
  ['owner_requests', 4],
]);
/** In all lists. */
const MOST_REQUESTS = 200;

export const isKept = ([name]: KeptAnswer['key']): boolean => MOST.has(String(name));

export interface LoadedPages {
  readonly pages: readonly RequestPage[];
  readonly pageParams: readonly unknown[];
}

export const isList = ({ key: [name] }: KeptAnswer): boolean => name === 'owner_requests';

/** The newest answers, within what a browser has room for. */
export function limitKept(answers: readonly KeptAnswer[]): KeptAnswer[] {
  const counts = new Map<unknown, number>();
  let room = MOST_REQUESTS;
  const cut = ({ pages, pageParams }: LoadedPages): LoadedPages => {
    const shown = pages.filter(({ items }) => {
      room -= items.length;
      return room >= 0;
    });
    return { pages: shown, pageParams: pageParams.slice(0, shown.length) };
  };
  return [...answers]
    .sort((one, other) => other.at - one.at)
    .filter(({ key: [name] }) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count <= (MOST.get(String(name)) ?? 0);
    })
    .map((answer) => (isList(answer) ? { ...answer, data: cut(answer.data as LoadedPages) } : answer))
    .filter((answer) => !isList(answer) || (answer.data as LoadedPages).pages.length > 0);
}
