import type { WatchEnd } from '@site/release-core/watch/stored-watches';

type Figures = Pick<WatchEnd, 'because' | 'parts'>;

/** The reason of a return, for the log: one line of at most 500 characters. */
export function describeFigures({ because, parts }: Figures): string {
  return parts
    .map(({ name, since, before }) => {
      const earlier = before ? `; previous: ${before.reporters} on ${count(before.live, 'live page')}` : '';
      return because === 'silence'
        ? `${name}: ${count(since.served, 'page')} served to ${count(since.networks, 'network')}, none became live${before ? `; previous: ${before.live} of ${before.served}` : ''}`
        : `${name}: ${count(since.reporters, 'network')} reported failures on ${count(since.live, 'live page')}${earlier}`;
    })
    .join(', ')
    .slice(0, 500);
}

/** For the site's log. */
export function describeEnd(end: WatchEnd): string {
  const { verdict, refusal } = end;
  if (verdict === 'returned') return `it is returned. ${describeFigures(end)}.`;
  if (verdict === 'not-returned')
    return `it should be returned, which is impossible. ${describeFigures(end)}. ${refusal}`;
  return verdict === 'passed' ? 'it has passed.' : 'not enough visits to know anything; the release stays.';
}

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
