import type { ServerResponse } from 'node:http';
import type { Call } from './call';

/** Whether the list of all closed days contains the answer: PostgREST refuses dates that no calendar has. */
export function isForClosedDays({ resource, query }: Call): boolean {
  if (resource?.kind !== 'function' || resource.name !== 'closed_days') return false;
  return [...new URLSearchParams(query).values()].every(isDate);
}

const isDate = (text: string) =>
  text >= '0001' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The database lists the days that can be booked at all, so a range only leaves some out. */
export function answerClosedDays({ query }: Call, days: readonly string[], response: ServerResponse): void {
  const range = new URLSearchParams(query);
  const [first, last] = [range.get('first') ?? '', range.get('last') ?? '9999-12-31'];
  const text = JSON.stringify(days.filter((day) => day >= first && day <= last));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'public, max-age=60',
  });
  response.end(text);
}
