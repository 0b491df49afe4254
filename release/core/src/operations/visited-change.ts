import { requireState } from '../changes/decide';
import { partsInPlace, watchOf } from '../changes/watched-change';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

export interface VisitedChange {
  readonly seq: number;
  /** Its parts that nobody has changed since. */
  readonly names: readonly string[];
  /** Their pages; of a shell, all pages. */
  readonly paths: readonly string[];
}

/** The change whose pages a synthetic visit opens: the given one, or the latest that is watched. @throws UserError */
export async function readVisitedChange(store: Store, seq?: number): Promise<VisitedChange> {
  const state = requireState(await store.readIndex());
  for await (const reading of store.readBackwards()) {
    const watch =
      'entry' in reading && (seq === undefined || reading.entry.seq === seq) ? watchOf(reading.entry) : null;
    const names = watch ? partsInPlace(watch, state).map(({ name }) => name) : [];
    if (!watch || names.length === 0) continue;
    const visited = names.includes('shell') ? Object.keys(state.releases) : names;
    const releases = await Promise.all(
      visited.map((name) => store.readIfIntact(name, state.releases[name]?.active ?? '')),
    );
    const paths = releases.flatMap((release) => release?.routes.map(({ path }) => path) ?? []);
    return { seq: watch.seq, names, paths };
  }
  throw new UserError(
    `There is no ${seq === undefined ? 'watched change' : `watched change ${seq}`} whose releases are active: "npx pnpm release log" lists the changes.`,
  );
}
