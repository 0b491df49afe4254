import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import type { FailurePosition } from '@site/backend/incident-report';
import { parseName } from '@site/release-core/changes/arguments';
import { requireState } from '@site/release-core/changes/decide';
import { decompressMap } from '@site/release-core/compress';
import { readMoment } from '@site/release-core/queries/read-log';
import type { Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { type InputOf, optionalText } from '@site/release-core/wire/protocol';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { isDatabaseElsewhere, type LocalSite, readIncidents } from './failures';

/** One takes up to 80 MB while it is read. */
const MAPS_AT_ONCE = 2;

export const failuresInput = { name: optionalText, since: optionalText, until: optionalText };

/**
 * Why no line is known. `no-position`: no script of the release is on the stack. `unknown-script`: the report names a
 * script that the release does not have. `no-right`: the grant is for other parts. `generated`: code of the bundler.
 */
export type NoLine = 'no-position' | 'unknown-script' | 'no-right' | 'no-map' | 'damaged-map' | 'generated';

/** Counts failures of one release at the same position. */
export interface LocatedFailure extends Omit<FailurePosition, 'remote' | 'release' | 'script' | 'line' | 'column'> {
  readonly name: string;
  readonly id: string;
  /** The release was built from it; empty when it is unknown. */
  readonly commit: string;
  /** The browser reported it so: a script of the release, with line and column. */
  readonly script: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly source: SourcePosition | null;
  readonly noLine: NoLine | null;
}

export interface LocatedFailures {
  /** ISO 8601. Incidents are kept for thirty days. */
  readonly since: string;
  readonly until: string | null;
  /** Null when nobody here can know. The release that failed last comes first, its most frequent positions first. */
  readonly failures: readonly LocatedFailure[] | null;
  /** The hosted database has the failures, and is not named here. */
  readonly isElsewhere: boolean;
}

type MayRead = (name: string) => boolean;

export async function readLocatedFailures(
  { store, root }: LocalSite,
  { name, since = '1d', until: end }: InputOf<typeof failuresInput>,
  mayRead: MayRead = () => true,
): Promise<LocatedFailures> {
  const span = {
    since: readMoment(since, 'since').toISOString(),
    until: end === undefined ? null : readMoment(end, 'until').toISOString(),
  };
  if (span.until !== null && span.until <= span.since) throw new UserError('--until must be after --since.');
  const wanted = name === undefined ? null : parseName(name);
  const isElsewhere = isDatabaseElsewhere(requireState(await store.readRevision()));
  const report = isElsewhere ? null : await readIncidents(root, span);
  const positions = report?.positions.filter(({ remote }) => wanted === null || remote === wanted);
  return { ...span, failures: positions ? await locateFailures(store, positions, mayRead) : null, isElsewhere };
}

/** Finds the line of each position in the sources. A visitor sent the positions: only names of the store are kept. */
export async function locateFailures(
  store: Store,
  positions: readonly FailurePosition[],
  mayRead: MayRead,
): Promise<readonly LocatedFailure[]> {
  const names = await store.listNames();
  const maps = new LRUCache<string, Awaited<ReturnType<typeof openMap>>>({ max: MAPS_AT_ONCE });

  async function lineOf({ remote: name, release: id, script, line, column }: FailurePosition) {
    const release = await store.readIfIntact(name, id);
    const commit = release?.commit ?? '';
    if (script === null || line === null || column === null) return { commit, noLine: 'no-position' as const };
    if (!release || !Object.hasOwn(release.files, script)) return { commit, noLine: 'unknown-script' as const };
    const position = { script, line, column };
    if (!mayRead(name)) return { commit, position, noLine: 'no-right' as const };
    const key = `${name}@${id}/${script}`;
    const map = maps.get(key) ?? (await openMap(store, release, script));
    maps.set(key, map);
    if (typeof map === 'string') return { commit, position, noLine: map };
    const source = map(position);
    return { commit, position, source, noLine: source ? null : ('generated' as const) };
  }

  const located: LocatedFailure[] = [];
  for (const failure of positions) {
    const { remote: name, release: id, thrownIn, script: _, line: __, column: ___, ...counted } = failure;
    const { position, commit, source = null, noLine } = await lineOf(failure);
    const { script = null, line = null, column = null } = position ?? {};
    const other = thrownIn !== null && names.includes(thrownIn) ? thrownIn : null;
    located.push({ name, id, ...counted, commit, script, line, column, thrownIn: other, source, noLine });
  }
  return located;
}

interface SourcePosition {
  readonly file: string;
  /** Lines and columns are counted from 1. */
  readonly line: number;
  readonly column: number;
  /** The source's name for what fails there, if the minifier has changed it: of a call, the function. */
  readonly name: string | null;
}

interface ScriptPosition {
  readonly script: string;
  readonly line: number;
  readonly column: number;
}

type OpenMap = (position: ScriptPosition) => SourcePosition | null;
type NoMap = 'no-map' | 'damaged-map';

/** Opens a script's source map. A team wrote it, so nothing in it is trusted. */
async function openMap(store: Store, release: Release, script: string): Promise<OpenMap | NoMap> {
  if (release.maps?.[script] === undefined) return 'no-map';
  const stored = await store.readMap(release, script);
  const json = stored && (await decompressMap(stored));
  const map = json && parseMap(json.toString());
  return map ? (position) => positionIn(map, position) : 'damaged-map';
}

const texts = v.array(v.string());
const rawMap = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(3), names: texts, sources: texts, mappings: v.string() }),
);

function parseMap(json: string): TraceMap | null {
  const { success, output } = v.safeParse(rawMap, json);
  if (!success) return null;
  try {
    const map = new TraceMap(output);
    // Positions are decoded by the first search.
    originalPositionFor(map, { line: 1, column: 0 });
    return map;
  } catch {
    return null;
  }
}

function positionIn(map: TraceMap, { line, column }: ScriptPosition): SourcePosition | null {
  const original = originalPositionFor(map, { line, column: column - 1 });
  // Only paths with an ending are sources: the bundler generates the rest.
  if (typeof original.source !== 'string' || !/\.\w+$/.test(original.source)) return null;
  return { file: original.source, line: original.line, column: original.column + 1, name: original.name };
}
