import type { WatchEnd } from '@site/release-core/watch/stored-watches';

type Figures = Pick<WatchEnd, 'because' | 'parts'>;

/** The reason of a return, for the log: one line of at most 500 characters. */
export function describeFigures({ because, parts }: Figures): string {
  return parts
    .map(({ name, since, before }) => {
      return because === 'silence'
        ? `${name}: pages became live on ${since.started} of ${count(since.opened, 'network')}${before ? `; previous: ${before.started} of ${before.opened}` : ''}`
        : `${name}: it failed on ${since.reporters} of ${count(since.networks, 'network')}${before ? `; previous: ${before.reporters} of ${before.networks}` : ''}`;
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
  if (verdict === 'replaced') return 'another change took its parts.';
  return verdict === 'passed' ? 'it has passed.' : 'not enough visits to know anything; the release stays.';
}

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;
