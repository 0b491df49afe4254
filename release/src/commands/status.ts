import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderTable } from '@site/backend/src/terminal/table';
import { requireState } from '../changes/decide';
import { describeEntry } from '../store/index-entries';
import type { ReleaseLine, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { age } from './age';
import type { Command } from './command';

interface Report {
  /** By release; `other` stands for names that no release of the site has. */
  readonly incidents: readonly { readonly remote: string; readonly release: string; readonly count: number }[];
  readonly reporters: number;
}

/** Failures that the table of active releases does not show. */
interface OtherFailures {
  readonly inactive: number;
  readonly unknown: number;
  readonly reporters: number;
}

const HEAD = ['name', 'active', 'previous', 'published, not active', 'age', 'size', 'failures in a day'];

export const status: Command = {
  usage: 'status',
  does: 'lists what is active and published: since when, how large, failures in a day',
  words: 0,
  isReadOnly: true,
  run: async ({ store, root }) => {
    const { entry, damaged } = await store.readState();
    const { seq, releases } = requireState(entry);
    const report = await readReport(root);
    const names = await Promise.all(
      Object.entries(releases).map(([name, line]) => describe(store, { name, line, report })),
    );
    const others = report && (await countOthers(store, releases, report));
    const rows = names.map(({ name, active, before: [previous], waiting, publishedAt, size, failures }) => [
      name,
      active,
      previous ?? '–',
      waiting[0] ?? '–',
      publishedAt ? age(publishedAt, new Date()) : 'damaged',
      size ? `${(size.brotli / 1000).toFixed(1)} kB` : '–',
      failures === null ? 'not known' : String(failures),
    ]);
    return {
      text: [
        renderTable([HEAD, ...rows]),
        `Change ${seq}.`,
        ...damaged.map(describeEntry),
        describeOthers(others),
      ].join('\n'),
      json: { seq, names, damaged, otherFailures: others },
    };
  },
};

interface ReportedLine {
  readonly name: string;
  readonly line: ReleaseLine;
  readonly report: Report | null;
}

async function describe(store: Store, { name, line, report }: ReportedLine) {
  const { active, before: previous, revoked } = line;
  const release = await store.readIfWhole(name, active);
  const ids = await store.listIds(name);
  const others = ids.filter((id) => id !== active && !previous.includes(id) && !revoked.includes(id));
  const waiting = (await Promise.all(others.map((id) => store.readIfWhole(name, id)))).filter((one) => one !== null);
  const reported = report?.incidents.filter(({ remote, release }) => remote === name && release === active);
  return {
    name,
    active,
    before: previous.filter((id) => ids.includes(id)),
    revoked,
    waiting: waiting.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)).map(({ id }) => id),
    publishedAt: release?.publishedAt ?? null,
    size: release?.size ?? null,
    failures: reported?.reduce((sum, { count }) => sum + count, 0) ?? null,
  };
}

async function countOthers(
  store: Store,
  releases: ReleaseLines,
  { incidents, reporters }: Report,
): Promise<OtherFailures> {
  const counts = { inactive: 0, unknown: 0 };
  for (const { remote, release, count } of incidents) {
    if (releases[remote]?.active === release) continue;
    counts[(await store.listIds(remote)).includes(release) ? 'inactive' : 'unknown'] += count;
  }
  return { ...counts, reporters };
}

function describeOthers(others: OtherFailures | null): string {
  if (!others) return 'Failures in a day: not known, the database does not answer.';
  const { inactive, unknown, reporters } = others;
  return `Other failures in a day: ${inactive} of releases that are not active, ${unknown} of no known release. Addresses that reported failures: ${reporters}.`;
}

/** Null when the database does not answer. */
async function readReport(root: string): Promise<Report | null> {
  const file = join(root, 'backend/bin/incidents.ts');
  const args = ['--import', 'tsx', file, '--json', '--hours', '24'];
  const answer = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(() => null);
  return answer && (JSON.parse(answer.stdout) as Report);
}
