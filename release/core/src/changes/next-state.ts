import { requireBackend } from '../compose/backend-fit';
import { incompatibilities } from '../compose/compatibility';
import { readActive } from '../compose/composed-releases';
import { lazyFrom } from '../lazy';
import type { Change, IndexEntry, PartChange, ReleaseLine, ReleaseLines } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { Decision } from './decision';
import { findLine, type PartLine } from './part-line';
import { checkLostRoutes, type RetiredPath, retire } from './redirects';

export interface NextLines {
  readonly command: Change['command'];
  readonly lines: ReadonlyMap<string, PartLine>;
  readonly retired?: readonly RetiredPath[];
  readonly redirects?: IndexEntry['redirects'];
  /** Refuses a change that loses a route without retiring it. */
  readonly keepsRoutes?: boolean;
  /** Id of the release that the change revokes. */
  readonly revoked?: string;
}

/** @throws UserError with the reasons and a remedy when these releases are incompatible */
export async function decideNext(store: Store, state: IndexEntry, next: NextLines): Promise<Decision> {
  const { releases, deactivated } = applyLines(state, next.lines);
  if (!releases.shell) throw new UserError('The site cannot be without a shell: activate another release of shell.');
  const { shell, remotes } = await readActive(store, releases);
  const reasons = incompatibilities(shell, remotes);
  if (reasons.length > 0) {
    const { command, lines } = next;
    const { findCompatibleReleases } = lazyFrom(import.meta.url)<typeof import('./compatible-releases')>(
      './compatible-releases',
    );
    const remedy = await findCompatibleReleases(store, { command, state, releases, changed: [...lines.keys()] });
    throw new UserError(`${reasons.join('; ')}. Nothing was changed. ${remedy}`);
  }
  // The other parts keep their calls, whatever this change does.
  const changed = [shell, ...remotes].filter(({ name, id }) => state.releases[name]?.active !== id);
  await requireBackend(store, changed, 'Nothing was changed.');
  const { retired = [], keepsRoutes = false } = next;
  // A rollback must work even when the description of the release that it leaves is damaged.
  const isCompared = state.releases.shell && (keepsRoutes || retired.length > 0);
  const previous = isCompared ? (await readActive(store, state.releases)).remotes : [];
  const redirects = retire(next.redirects ?? state.redirects ?? {}, retired, { previous, next: remotes });
  if (keepsRoutes) checkLostRoutes(redirects, { previous, next: remotes });
  return {
    releases,
    ...(Object.keys(deactivated).length > 0 && { deactivated }),
    ...(Object.keys(redirects).length > 0 && { redirects }),
    data: state.data,
    change: { command: next.command, parts: changedParts(state, next), ...(next.revoked && { revoked: next.revoked }) },
  };
}

function applyLines(state: IndexEntry, lines: NextLines['lines']) {
  const releases: Record<string, ReleaseLine> = { ...state.releases };
  const deactivated: Record<string, Omit<ReleaseLine, 'active'>> = { ...state.deactivated };
  for (const [name, { active, previous, revoked }] of lines) {
    delete deactivated[name];
    if (active !== null) releases[name] = { active, previous, revoked };
    else {
      delete releases[name];
      deactivated[name] = { previous, revoked };
    }
  }
  return { releases: releases as ReleaseLines, deactivated };
}

const changedParts = (state: IndexEntry, { lines }: NextLines): readonly PartChange[] =>
  [...lines].map(([name, { active: to }]) => {
    const from = findLine(state, name)?.active;
    return from === to ? { name } : { name, ...(from && { from }), ...(to && { to }) };
  });
