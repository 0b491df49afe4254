import { BRANCH_PREFIX } from '@site/contract/addresses';
import { describeHold } from '@site/release-core/changes/holds';
import { acceptFlags, describeChangedTypes } from '@site/release-core/checks/types';
import type { Publication } from '@site/release-core/store/add-release';
import type { Provenance, Release } from '@site/release-core/store/release';
import type { Hold } from '@site/release-core/store/revision';
import type { Trial } from './try-out';

const MAX_COMMITS_PRINTED = 10;

export interface PublicationResult extends Publication {
  readonly provenance: Provenance;
  readonly active: Release | null;
  readonly hold: Hold | null;
}

interface SharedFacts {
  readonly trial: Trial;
  readonly address: string;
  readonly flag: string;
  readonly isDry: boolean;
}

const OUTCOMES: Record<Publication['outcome'], string> = {
  new: 'is published',
  known: 'was published earlier with the same content: nothing was done',
  repaired: 'was damaged and has been restored',
};

export const describeOutcome = (outcome: Publication['outcome'], isDry: boolean) =>
  isDry && outcome !== 'known' ? 'would be published' : OUTCOMES[outcome];

/** @param published at least one */
export function describePublication(published: readonly PublicationResult[], together: SharedFacts) {
  const { trial, isDry } = together;
  const inactive = published.filter((one) => !isActive(one));
  const lines = [
    ...published.flatMap((one) => describeOne(one, isDry)),
    ...(inactive.length === 0 ? [] : [...describeFit(inactive, trial), trial.unchecked ?? describeTrial(trial)]),
    ...describeChangedTypes(trial.changedTypes),
    ...(isDry ? [] : describePreviews(published, together)),
    ...published.flatMap(({ release: { name }, hold }) => (hold ? [describeHold(name, hold)] : [])),
    ...(inactive.length === 0 || isDry ? [] : [describeActivation(inactive, together)]),
  ];
  const releases = published.map((one) => jsonOf(one, together));
  return { text: lines.join('\n'), json: { ...(published.length === 1 ? releases[0] : { releases }) } };
}

const isActive = ({ active, release }: PublicationResult) => active?.id === release.id;

function describeOne(one: PublicationResult, isDry: boolean): string[] {
  const { release, outcome, provenance, active } = one;
  return [
    `${release.name}@${release.id} ${describeOutcome(outcome, isDry)} (${sizeOf(one)}).`,
    ...describeOrigin(provenance, active),
    ...(isActive(one) ? ['It is active.'] : []),
  ];
}

function jsonOf(one: PublicationResult, together: SharedFacts) {
  const { release, outcome, provenance, hold } = one;
  const { name, id, size, requires, branch } = release;
  const { pairs, journeys, durationMs, unchecked, incompatible, changedTypes } = together.trial;
  const preview = previewOf([one], together);
  const branchPreview = branch ? previewOf([one], together, BRANCH_PREFIX + branch) : null;
  return {
    name,
    id,
    outcome,
    size,
    requires,
    preview,
    branchPreview,
    hold,
    ...provenance,
    check: { pairs, journeys, durationMs, unchecked, incompatible, changedTypes },
  };
}

function describeActivation(
  published: readonly PublicationResult[],
  { trial: { changedTypes }, flag }: SharedFacts,
): string {
  const releases = published.map(({ release: { name, id } }) => `${name}@${id}`).join(' ');
  const accepted = changedTypes.length === 0 ? '' : ` ${acceptFlags(changedTypes.map(({ name }) => name))} --why "…"`;
  const resume = published.some(({ hold }) => hold) ? ' --resume' : '';
  return `To show ${published.length > 1 ? 'them together' : 'it'}: npx pnpm release activate ${releases}${accepted}${resume}${flag}`;
}

/** The home page shows a shell, which has no routes. */
function previewOf(published: readonly PublicationResult[], { address }: SharedFacts, wanted?: string): string {
  const [path = '/'] = routesOf(published);
  return `${address}${path}?release=${published.map(({ release: { name, id } }) => `${name}@${wanted ?? id}`).join(',')}`;
}

const routesOf = (published: readonly PublicationResult[]) =>
  published.flatMap(({ release }) => release.routes.map(({ path }) => path));

function describePreviews(published: readonly PublicationResult[], together: SharedFacts): string[] {
  const [first, ...more] = published;
  const branch = more.length === 0 ? first?.release.branch : undefined;
  const [, ...others] = routesOf(published);
  return [
    `To look at ${more.length > 0 ? 'them' : 'it'}: ${previewOf(published, together)}`,
    ...(others.length === 0 ? [] : [`Also, with the same end: ${others.join(', ')}`]),
    ...(branch
      ? [`The newest of ${branch}, always at: ${previewOf(published, together, BRANCH_PREFIX + branch)}`]
      : []),
  ];
}

function describeOrigin({ commit, author, isDirty, commits = [] }: Provenance, active: Release | null): string[] {
  if (!commit) return ['No commit: it was published outside a git checkout.'];
  const dirty = isDirty ? ', with changes that no commit holds' : '';
  const more = commits.length - MAX_COMMITS_PRINTED;
  return [
    `Commit ${commit.slice(0, 10)} by ${author}${dirty}.`,
    ...(active && commits.length > 0 ? [`Commits since ${active.id}:`] : []),
    ...commits.slice(0, MAX_COMMITS_PRINTED).map((subject) => `  ${subject}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function describeFit({ length }: readonly PublicationResult[], { incompatible }: Trial): string[] {
  if (incompatible.length === 0) return [];
  return [`${length > 1 ? 'They' : 'It'} cannot be activated now: ${incompatible.join('; ')}.`];
}

function describeTrial({ pairs, journeys, durationMs }: Trial): string {
  if (pairs.length + journeys.length === 0) return 'Checked in a browser earlier.';
  const routes = pairs.flatMap((pair) => pair.routes).join(', ');
  const parts = [routes, journeys.length > 0 && `journeys: ${journeys.length}`];
  return `Checked in a browser in ${(durationMs / 1000).toFixed(1)} s: ${parts.filter(Boolean).join('; ')}.`;
}

export const kilobytes = ({ size }: Release) => `${(size.brotli / 1000).toFixed(1)} kB`;

const sizeOf = (one: PublicationResult) =>
  one.active && !isActive(one)
    ? `${kilobytes(one.active)} → ${kilobytes(one.release)} compressed`
    : `${kilobytes(one.release)} compressed`;
