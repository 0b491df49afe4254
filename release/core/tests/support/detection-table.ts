import { seededRandom } from './seeded-random';
import { type SimulatedSite, simulateWatch } from './simulate-watch';

const WATCHES = 400;
const PAGES_PER_DAY = [10, 30, 300, 3000];

interface Fault {
  readonly name: string;
  readonly rate: number;
  readonly failsLate: boolean;
}

const FAULTS: readonly Fault[] = [
  ...[0.03, 0.1, 0.5, 1].map((rate) => ({ name: `${rate * 100} % fail at a click`, rate, failsLate: true })),
  { name: 'no page starts', rate: 1, failsLate: false },
];

/** Rows of Markdown: for each fault, what the watch of a release finds after a quiet one. */
export function detectionTable(): string {
  const head = ['a new release of which', ...PAGES_PER_DAY.map((pages) => `${pages.toLocaleString('en')} pages a day`)];
  const rows = FAULTS.map((fault) => [fault.name, ...PAGES_PER_DAY.map((pagesPerDay) => cellOf(fault, pagesPerDay))]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cellOf({ rate, failsLate }: Fault, pagesPerDay: number): string {
  const random = seededRandom(1);
  // A page that does not start reports nothing: its release is found by silence alone.
  const isSilent = !failsLate;
  const site: SimulatedSite = {
    pagesPerDay,
    failing: { before: 0, since: isSilent ? 0 : rate },
    live: { before: 0.9, since: isSilent ? 0 : 0.9 },
    failsLate,
    days: 3,
    look: 'every minute',
  };
  const watches = Array.from({ length: WATCHES }, () => simulateWatch(random, site));
  const returned = watches.filter(({ judgement }) => judgement.verdict === 'returned');
  const share = `${Math.round((returned.length / WATCHES) * 100)} %`;
  if (returned.length === 0) return share;
  const met = median(returned.map(({ failed, served }) => (isSilent ? served : failed)));
  return `${share}, ${duration(median(returned.map(({ hours }) => hours)))}, ${met} met it`;
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

function duration(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${(hours / 24).toFixed(1)} days`;
}
