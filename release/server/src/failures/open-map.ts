import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { decompressMap } from '@site/release-core/compress';
import type { Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import * as v from 'valibot';

/** A position in the sources of a release, relative to the workspace at its commit. */
export interface SourcePosition {
  readonly file: string;
  /** From 1 on, as are columns. */
  readonly line: number;
  readonly column: number;
  /** The source's name for what fails there, if the minifier has changed it: of a call, the function. */
  readonly name: string | null;
}

/** A position in a script of the release. Lines and columns start at 1. */
interface ScriptPosition {
  readonly script: string;
  readonly line: number;
  readonly column: number;
}

type OpenMap = (position: ScriptPosition) => SourcePosition | null;
type NoMap = 'no-map' | 'damaged-map';

/** Opens a script's source map. A team wrote it, so nothing in it is trusted. */
export async function openMap(store: Store, release: Release, script: string): Promise<OpenMap | NoMap> {
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
