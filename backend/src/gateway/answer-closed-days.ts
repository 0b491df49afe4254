import type { Call } from './call';
import type { Answer } from './refusals';

/** The database lists the days that can be booked at all, so a range only leaves some out. */
export function answerClosedDays({ query }: Call, days: readonly string[]): Answer {
  const range = new URLSearchParams(query);
  const [first, last] = [range.get('first') ?? '', range.get('last') ?? '9999-12-31'];
  const text = JSON.stringify(days.filter((day) => day >= first && day <= last));
  return { status: 200, text, headers: { 'cache-control': 'public, max-age=60' } };
}
