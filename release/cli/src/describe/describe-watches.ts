import type { WatchStatus } from '@site/release-core/operations/read-watches';
import { ALERTS, describeDropped } from '@site/release-core/watch/alerts';
import type { PartFigures, WatchEnd } from '@site/release-core/watch/stored-watches';
import { WATCHED_NETWORKS } from '@site/release-core/watch/watch-length';

/** One line for each watched part. */
export const describeWatches = (watches: readonly WatchStatus[]): string[] => watches.flatMap(describeWatch);

function describeWatch(watch: WatchStatus): string[] {
  return [...describeFound(watch), ...describeVisits(watch)];
}

function describeFound({ seq, names, until, look, end }: WatchStatus): string[] {
  if (end) return end.parts.map((part) => `${nameOf(part)}: ${describeEnd(end, part)} (change ${seq}).`);
  const alert = look?.alert ? [`Change ${seq} needs you: ${ALERTS[look.alert]}`] : [];
  const goesOn = `watched until ${until.slice(0, 16)}Z or, from a day on, ${WATCHED_NETWORKS} networks`;
  const lines = names.map((name) => {
    const figures = look?.parts.find((part) => part.name === name);
    return figures
      ? `${nameOf(figures)}: ${goesOn}; ${describeFigures(figures)} (change ${seq}).`
      : `${name}: ${goesOn}; nothing is counted yet (change ${seq}).`;
  });
  const dropped = look?.dropped ? [`Change ${seq}: ${describeDropped(look.dropped)}`] : [];
  return [...lines, ...alert, ...dropped];
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
    case 'replaced':
      return `its watch ended with another change of it; ${figures}`;
    case 'not-enough-visits':
      return `its watch ended without enough visits to know anything; ${figures}`;
  }
}

function describeFigures({ since, before }: PartFigures): string {
  const { opened, started, networks, reporters, unproven } = since;
  const others = unproven > 0 ? `, ${unproven} more that this site sent no such page` : '';
  const earlier = before
    ? `; previous: ${before.reporters} of ${before.networks}`
    : '; no previous release to compare with';
  return `live on ${started} of ${opened} networks, failed on ${reporters} of ${networks}${others}${earlier}`;
}
