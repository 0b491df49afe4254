import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Counts, FailureKind, IncidentReport } from '@site/backend/src/incident-report';
import { argumentsOf } from '../programs';
import { type Activation, readActivation } from '../store/activations';
import type { ReleaseName } from '../store/keys';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';

/** One way in which a release failed. */
type ReleaseFailureKind = Omit<FailureKind, 'remote' | 'release' | 'preview'>;

/** What failed of one release within a day. */
export interface ReleaseFailures {
  readonly name: string;
  readonly id: string;
  /** `unknown` for names that no release of the site has. */
  readonly state: 'active' | 'not active' | 'revoked' | 'preview' | 'unknown';
  readonly failures: number;
  /** Pages served with the release within the day; 0 where nobody counts. */
  readonly pages: number;
  /** Failures per page; null without pages. */
  readonly rate: number | null;
  /** That of the release before it, in 30 days. */
  readonly previousRate: number | null;
  /** The most frequent first. */
  readonly kinds: readonly ReleaseFailureKind[];
}

/** Groups a day's failures by release, the one that failed last first. */
export async function groupFailures(store: Store, { failures, rates }: IncidentReport): Promise<ReleaseFailures[]> {
  const { entry } = await store.readState();
  const groups = new Map<string, FailureKind[]>();
  for (const failure of failures) {
    const key = [failure.remote, failure.release, failure.preview].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const countsOf = (name: string, id: string | undefined) =>
    rates.find(({ remote, release }) => remote === name && release === id);
  const grouped = [...groups.values()].map(async (group) => {
    const [first] = group;
    if (!first) return [];
    const { remote: name, release: id, preview } = first;
    const kinds = group.map(({ remote: _, release: __, preview: ___, ...kind }) => kind);
    const day = preview ? undefined : countsOf(name, id)?.day;
    const past = preview ? null : await readActivation(store, { name, id });
    const previous = preview ? undefined : countsOf(name, previousOf(entry, past, { name, id }))?.kept;
    const failed: ReleaseFailures = {
      name,
      id,
      state: preview ? 'preview' : stateOf(entry, past, { name, id }),
      failures: day?.failures ?? kinds.reduce((sum, { count }) => sum + count, 0),
      pages: day?.pages ?? 0,
      rate: rateOf(day),
      previousRate: rateOf(previous),
      kinds,
    };
    return [failed];
  });
  return (await Promise.all(grouped)).flat();
}

const rateOf = (counts: Counts | undefined) => (counts && counts.pages > 0 ? counts.failures / counts.pages : null);

function stateOf(
  entry: IndexEntry | null,
  past: Activation | null,
  { name, id }: ReleaseName,
): ReleaseFailures['state'] {
  const { releases = {}, deactivated = {} } = entry ?? {};
  if (releases[name]?.active === id) return 'active';
  if ((releases[name] ?? deactivated[name])?.revoked.includes(id)) return 'revoked';
  return past ? 'not active' : 'unknown';
}

/** The release that a rollback from this one goes to; of one that was left, the release that it had replaced. */
function previousOf(entry: IndexEntry | null, past: Activation | null, { name, id }: ReleaseName): string | undefined {
  const line = entry?.releases[name];
  return (line?.active === id ? line.before[0] : past?.previous) ?? undefined;
}

/** What visitors' browsers reported, from the database of the environment; null when it does not answer. */
export async function readIncidents(root: string): Promise<IncidentReport | null> {
  const args = [...argumentsOf('backend/bin/incidents'), '--json', '--hours', '24'];
  const answer = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(() => null);
  return answer && (JSON.parse(answer.stdout) as IncidentReport);
}
