import { BRANCH_PREFIX } from '@site/contract/addresses';
import { describeHold } from '@site/release-core/changes/holds';
import type { Publication } from '@site/release-core/publish/add-release';
import type { Provenance } from '@site/release-core/store/provenance';
import type { Hold, Release } from '@site/release-core/store/release';
import { acceptFlags, describeChangedTypes } from '@site/release-core/types/describe-changed';
import { describeDifference, kilobytes } from '../publish/difference';
import type { ReactVersions } from '../publish/react-versions';
import type { Trial } from '../publish/try-out';

const MOST_COMMITS_PRINTED = 10;

interface Published extends Publication {
  readonly provenance: Provenance;
  readonly active: Release | null;
  readonly react: ReactVersions | null;
  readonly trial: Trial;
  readonly address: string;
  /** The `--site` flag that later commands on the same site need. */
  readonly flag: string;
  readonly shell: string | undefined;
  /** Of its part. */
  readonly hold: Hold | null;
  readonly isDry: boolean;
}

const OUTCOMES: Record<Publication['outcome'], string> = {
  new: 'is published',
  known: 'was published earlier with the same content: nothing was done',
  mended: 'was damaged and has been restored',
};

export function describePublication(published: Published) {
  const { release, outcome, provenance, active, react, trial, hold, isDry } = published;
  const { name, id, size, requires } = release;
  const isActive = active?.id === id;
  const difference = isActive ? [] : describeDifference(active, release);
  const preview = previewOf(published, id);
  const branchPreview = release.branch ? previewOf(published, BRANCH_PREFIX + release.branch) : null;
  const lines = [
    `${name}@${id} ${isDry && outcome !== 'known' ? 'would be published' : OUTCOMES[outcome]} (${kilobytes(release)} compressed).`,
    ...difference,
    ...describeOrigin(provenance, active),
    ...(isActive ? ['It is active.'] : [...describeFit(published), trial.unchecked ?? describeTrial(trial)]),
    ...describeChangedTypes(trial.changedTypes),
    ...describeReact(published),
    ...(isDry ? [] : [`To look at it: ${preview}`, ...describeOtherRoutes(release)]),
    ...(isDry || !branchPreview ? [] : [`The newest of ${release.branch}, always at: ${branchPreview}`]),
    ...(hold ? [describeHold(name, hold)] : []),
    ...(isActive || isDry ? [] : [`To show it: npx pnpm release activate ${name}@${id}${flagsFor(published)}`]),
  ];
  const { pairs, durationMs, unchecked, incompatible, changedTypes } = trial;
  const json = {
    ...{ name, id, outcome, size, requires, react, difference, preview, branchPreview, hold, ...provenance },
    check: { pairs, durationMs, unchecked, incompatible, changedTypes },
  };
  return { text: lines.join('\n'), json };
}

function flagsFor({ trial: { changedTypes }, hold, flag }: Published): string {
  const accepted = changedTypes.length === 0 ? '' : ` ${acceptFlags(changedTypes.map(({ name }) => name))} --why "…"`;
  return `${accepted}${hold ? ' --resume' : ''}${flag}`;
}

/** A shell has no routes; the home page shows it. */
function previewOf({ release: { name, routes }, address }: Published, wanted: string): string {
  return `${address}${routes[0]?.path ?? '/'}?release=${name}@${wanted}`;
}

function describeOtherRoutes({ routes: [, ...others] }: Release): string[] {
  return others.length === 0 ? [] : [`Also, with the same end: ${others.map(({ path }) => path).join(', ')}`];
}

function describeOrigin({ commit, author, isDirty, commits = [] }: Provenance, active: Release | null): string[] {
  if (!commit) return ['No commit: it was published outside a git checkout.'];
  const dirty = isDirty ? ', with changes that no commit holds' : '';
  const more = commits.length - MOST_COMMITS_PRINTED;
  return [
    `Commit ${commit.slice(0, 10)} by ${author}${dirty}.`,
    ...(active && commits.length > 0 ? [`Commits since ${active.id}:`] : []),
    ...commits.slice(0, MOST_COMMITS_PRINTED).map((subject) => `  ${subject}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function describeFit({ release: { name }, trial: { incompatible }, shell }: Published): string[] {
  if (incompatible.length > 0) return [`It cannot be activated now: ${incompatible.join('; ')}.`];
  if (!shell) return [];
  return [name === 'shell' ? 'It has all that the active remotes need.' : `shell@${shell} has all that it needs.`];
}

function describeReact({ react, shell }: Published): string[] {
  if (!react) return [];
  const { own, provided } = react;
  return [`It was built and tested with React ${own}, and shell@${shell} runs it with ${provided}: test it with that.`];
}

function describeTrial({ pairs, durationMs }: Trial): string {
  if (pairs.length === 0) return 'Checked in a browser earlier.';
  const routes = pairs.flatMap((pair) => pair.routes).join(', ');
  const forms = pairs.flatMap((pair) => pair.forms).join(', ');
  const sent = forms ? `; forms sent: ${forms}` : '';
  return `Checked in a browser in ${(durationMs / 1000).toFixed(1)} s: ${routes}${sent}.`;
}
