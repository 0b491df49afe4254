import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mustBeActive } from '../changes/decide';
import type { ReleaseLine, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import type { Command } from './command';
import { age, table } from './table';

/** What browsers have reported within a day. */
interface Report {
  /** By release; `other` is one that the site does not know. */
  readonly incidents: readonly { readonly remote: string; readonly release: string; readonly count: number }[];
  /** How many addresses reported. */
  readonly reporters: number;
}

/** Failures that the table of active releases does not show. */
interface OtherFailures {
  /** Of releases that are published and not active. */
  readonly inactive: number;
  /** Of names that are no release of the site. */
  readonly unknown: number;
  readonly reporters: number;
}

const HEAD = ['name', 'active', 'before', 'published, not active', 'age', 'size', 'failures in a day'];

export const status: Command = {
  usage: 'status',
  does: 'lists what is active and published: since when, how large, failures in a day',
  words: 0,
  run: async ({ store, root }) => {
    const { seq, releases } = mustBeActive(await store.readIndex());
    const report = await readReport(root);
    const names = await Promise.all(
      Object.entries(releases).map(([name, line]) => describe(store, name, line, report)),
    );
    const others = report && (await countOthers(store, releases, report));
    const rows = names.map(({ name, active, before, waiting, publishedAt, size, failures }) => [
      name,
      active,
      before[0] ?? '–',
      waiting[0] ?? '–',
      age(publishedAt, new Date()),
      `${(size.brotli / 1000).toFixed(1)} kB`,
      failures === null ? 'not known' : String(failures),
    ]);
    return {
      text: `${table([HEAD, ...rows])}\nChange ${seq}.\n${sentenceOn(others)}`,
      json: { seq, names, otherFailures: others },
    };
  },
};

async function describe(store: Store, name: string, line: ReleaseLine, report: Report | null) {
  const { active, before, revoked } = line;
  const { publishedAt, size } = await store.read(name, active);
  const ids = await store.listIds(name);
  const others = ids.filter((id) => id !== active && !before.includes(id) && !revoked.includes(id));
  const waiting = await Promise.all(others.map((id) => store.read(name, id)));
  const reported = report?.incidents.filter(({ remote, release }) => remote === name && release === active);
  return {
    name,
    active,
    before: before.filter((id) => ids.includes(id)),
    revoked,
    waiting: waiting.sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)).map(({ id }) => id),
    publishedAt,
    size,
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

function sentenceOn(others: OtherFailures | null): string {
  if (!others) return 'Failures in a day: not known, the database cannot be asked.';
  const { inactive, unknown, reporters } = others;
  return `Other failures in a day: ${inactive} of releases that are not active, ${unknown} of no known release. Addresses that reported failures: ${reporters}.`;
}

/** Null where no database can be asked. */
async function readReport(root: string): Promise<Report | null> {
  const file = join(root, 'backend/bin/incidents.ts');
  const args = ['--import', 'tsx', file, '--json', '--hours', '24'];
  const answer = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(() => null);
  return answer && (JSON.parse(answer.stdout) as Report);
}
