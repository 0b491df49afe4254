import { UserError } from '../user-error';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 3;
/** As long as incidents are kept. */
export const MOST_DAYS = 30;
/** Networks on which a page became live, after which a watch may end before its days. */
export const WATCHED_NETWORKS = 300;
/** Visitors of a night are others than those of a day. */
const LEAST_DAYS = 1;

/** In milliseconds since 1970. */
export interface WatchTime {
  readonly startedAt: number;
  readonly now: number;
  readonly days: number;
}

export const watchedUntil = ({ startedAt, days }: Omit<WatchTime, 'now'>): number => startedAt + days * DAY_MS;

export const hasEnoughNetworks = (working: number, { startedAt, now }: WatchTime): boolean =>
  working >= WATCHED_NETWORKS && now >= startedAt + LEAST_DAYS * DAY_MS;

/** Days of the watch of an activation; null without one. @throws UserError for any other text than `7d` */
export function parseWatch(text: string | undefined, isUnwatched: boolean): number | null {
  if (isUnwatched) {
    if (text === undefined) return null;
    throw new UserError('--watch and --no-watch exclude each other: leave one of them out.');
  }
  if (text === undefined) return USUAL_DAYS;
  const days = /^([1-9]\d?)d$/.exec(text)?.[1];
  if (days && Number(days) <= MOST_DAYS) return Number(days);
  throw new UserError(`--watch is ${JSON.stringify(text)}: write 7d, with 1 to ${MOST_DAYS} days.`);
}
