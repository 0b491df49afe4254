import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mustBeActive } from '../index/decide';
import type { ReleaseLine } from '../store/release';
import type { Store } from '../store/store';
import type { Command } from './command';
import { age, table } from './table';

/** What browsers have reported of one release. */
interface Incidents {
  readonly remote: string;
  readonly release: string;
  readonly count: number;
}

const HEAD = ['name', 'active', 'before', 'published, not active', 'age', 'size', 'failures in a day'];

export const status: Command = {
  usage: 'status',
  does: 'lists what is active and published: since when, how large, failures in a day',
  words: 0,
  run: async ({ store, root }) => {
    const { seq, releases } = mustBeActive(await store.readIndex());
    const incidents = await readIncidents(root);
    const names = await Promise.all(
      Object.entries(releases).map(([name, line]) => describe(store, name, line, incidents)),
    );
    const rows = names.map(({ name, active, before, waiting, publishedAt, size, failures }) => [
      name,
      active,
      before[0] ?? '–',
      waiting[0] ?? '–',
      age(publishedAt, new Date()),
      `${(size.brotli / 1000).toFixed(1)} kB`,
      failures === null ? 'not known' : String(failures),
    ]);
    return { text: `${table([HEAD, ...rows])}\nChange ${seq}.`, json: { seq, names } };
  },
};

async function describe(store: Store, name: string, line: ReleaseLine, incidents: readonly Incidents[] | null) {
  const { active, before, revoked } = line;
  const { publishedAt, size } = await store.read(name, active);
  const ids = await store.listIds(name);
  const others = ids.filter((id) => id !== active && !before.includes(id) && !revoked.includes(id));
  const waiting = await Promise.all(others.map((id) => store.read(name, id)));
  const reported = incidents?.filter(({ remote, release }) => remote === name && release === active);
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

/** Null where no database can be asked. */
async function readIncidents(root: string): Promise<readonly Incidents[] | null> {
  const file = join(root, 'supabase/local/incidents.ts');
  const args = ['--import', 'tsx', file, '--json', '--hours', '24'];
  const answer = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(() => null);
  return answer && (JSON.parse(answer.stdout) as readonly Incidents[]);
}
