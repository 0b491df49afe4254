import type { ReleaseFailures } from '@site/server/failures/failures';
import { renderIndented } from '@site/terminal/table';
import { age } from './age';

const WIDTH = 100;
const KINDS_AT_MOST = 3;

type Mended = ReleaseFailures['kinds'][number]['mended'];

/** @param reporters number of addresses */
export function describeFailures(failed: readonly ReleaseFailures[], reporters: number, now: Date): string {
  if (failed.length === 0) return 'No failures in a day.';
  return [
    `Failures in a day, one for each address and release, from ${count(reporters, 'address', 'addresses')} in all:`,
    ...failed.map((release) => `${headingOf(release)}\n${kindsOf(release, now)}`),
    ...(failed.every(({ pages }) => pages === 0) ? ['No rates: no page was counted with these releases.'] : []),
  ].join('\n');
}

const MENDED: Readonly<Record<NonNullable<Mended>, string>> = {
  retry: 'mended by a retry',
  previous: 'the previous release was shown',
  copy: 'the copy was shown',
};

function headingOf({ name, id, state, failures, recovered, pages, rate, previousRate }: ReleaseFailures): string {
  const times = count(failures, 'failure', 'failures');
  if (state === 'unknown') return `Names that are no release of the site: ${times}`;
  const onPages = rate === null ? '' : ` on ${count(pages, 'page', 'pages')}, ${percent(rate)}`;
  const previous = rate === null || previousRate === null ? '' : `; previous: ${percent(previousRate)}`;
  const helped = recovered > 0 ? `; ${recovered} recovered` : '';
  return `${name}@${id} (${state}): ${times}${onPages}${helped}${previous}`;
}

function kindsOf({ kinds }: ReleaseFailures, now: Date): string {
  const rows = kinds
    .slice(0, KINDS_AT_MOST)
    .map(({ phase, code, route, mended, count: times, firstAt, lastAt }) => [
      `${phase} ${code}${mended ? `, ${MENDED[mended]}` : ''}`,
      route,
      `${times} ×`,
      `first ${age(firstAt, now)} ago`,
      `last ${age(lastAt, now)} ago`,
    ]);
  const more = kinds.length > KINDS_AT_MOST ? [[`${kinds.length - KINDS_AT_MOST} more: --json`]] : [];
  return renderIndented([...rows, ...more], WIDTH);
}

const percent = (rate: number) => (rate > 0 && rate < 0.0005 ? '< 0.1 %' : `${(rate * 100).toFixed(1)} %`);

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
