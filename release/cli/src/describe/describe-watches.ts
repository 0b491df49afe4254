import type { WatchStatus } from '@site/release-core/operations/read-watches';
import { ALERTS } from '@site/release-core/watch/alerts';
import type { PartFigures, WatchEnd } from '@site/release-core/watch/stored-watches';
import { WATCHED_PAGES } from '@site/release-core/watch/watch-length';

/** One line for each watched part. */
export const describeWatches = (watches: readonly WatchStatus[]): string[] => watches.flatMap(describeWatch);

function describeWatch(watch: WatchStatus): string[] {
  return [...describeFound(watch), ...describeVisits(watch)];
}

function describeFound({ seq, names, until, look, end }: WatchStatus): string[] {
  if (end) return end.parts.map((part) => `${nameOf(part)}: ${describeEnd(end, part)} (change ${seq}).`);
  const alert = look?.alert ? [`Change ${seq} needs you: ${ALERTS[look.alert]}`] : [];
  const goesOn = `watched until ${until.slice(0, 16)}Z or ${WATCHED_PAGES} live pages`;
  const lines = names.map((name) => {
    const figures = look?.parts.find((part) => part.name === name);
    return figures
      ? `${nameOf(figures)}: ${goesOn}; ${describeFigures(figures)} (change ${seq}).`
      : `${name}: ${goesOn}; nothing is counted yet (change ${seq}).`;
  });
  return [...lines, ...alert];
}

function describeVisits({ seq, visits }: WatchStatus): string[] {
  const last = visits.at(-1);
  if (!last) return [];
  const result = last.problems.length > 0 ? last.problems.join(' ') : 'all pages worked.';
  return [
    `Change ${seq} was visited ${visits.length} times, last at ${last.at.slice(0, 16)}Z by ${last.who}: ${result}`,
  ];
}

const nameOf = ({ name, id }: PartFigures) => `${name}@${id}`;

function describeEnd({ verdict, because, refusal }: WatchEnd, part: PartFigures): string {
  const figures = describeFigures(part);
  switch (verdict) {
    case 'returned':
      return `returned by the guard, for ${because}; ${figures}`;
    case 'not-returned':
      return `should go back, for ${because}, and cannot; ${figures}. ${refusal}`;
    case 'passed':
      return `its watch has passed; ${figures}`;
    case 'not-enough-visits':
      return `its watch ended without enough visits to know anything; ${figures}`;
  }
}

function describeFigures({ since, before }: PartFigures): string {
  const { live, served, reporters } = since;
  const earlier = before
    ? `; previous: ${before.reporters} on ${before.live}`
    : '; no previous release to compare with';
  return `${live} of ${served} pages live, ${reporters} failing networks${earlier}`;
}
