import type { WatchEnd } from '@site/release-core/watch/stored-watches';
import { describeFigures } from './describe-figures';

/** For the site's log. */
export function describeEnd(end: WatchEnd): string {
  const { verdict, refusal } = end;
  if (verdict === 'returned') return `it is returned. ${describeFigures(end)}.`;
  if (verdict === 'not-returned')
    return `it should be returned, which is impossible. ${describeFigures(end)}. ${refusal}`;
  return verdict === 'passed' ? 'it has passed.' : 'not enough visits to know anything; the release stays.';
}
