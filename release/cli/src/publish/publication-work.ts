import { join } from 'node:path';
import { made } from '@site/release-core/changes/change';
import { incompatibilities } from '@site/release-core/compose/compatibility';
import { readReleases } from '@site/release-core/compose/composed-releases';
import {
  addChecks,
  type ChangedType,
  type CheckedPair,
  findChangedTypes,
  findUnchecked,
  newPairs,
} from '@site/release-core/compose/pair-checks';
import { addRelease, type Publication, type ReadyRelease } from '@site/release-core/store/add-release';
import { dryBlobs } from '@site/release-core/store/blobs';
import { clientKey, nodeKey } from '@site/release-core/store/keys';
import type { ActiveParts, IndexEntry, Release } from '@site/release-core/store/release';
import { openStore, type Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { ChecksRequest } from '@site/release-core/wire/protocol';
import { readSettings } from '@site/server/site-settings';
import { checkPairs } from '../check/check-pairs';
import { sendChecks, uploadRelease } from '../client/transfer-release';
import type { Context } from '../command/command';
import type { TitledStep } from '../titled-steps';
import { type ReleasablePackage, readManifest } from './packages';

/** What was asked, and what the steps of a publication have found and made so far. */
export interface PublicationWork {
  readonly root: string;
  readonly store: Store;
  readonly target: PublicationTarget;
  /** They are tested and tried together. */
  readonly releasables: readonly ReleasablePackage[];
  readonly who: string;
  readonly isDry: boolean;
  readonly allowsDirty: boolean;
  readonly isUnchecked: boolean;
  /** Hash of all sources that the packages are built from. */
  readonly sources: string | null;
  readonly compared: Compared | null;
  readonly trial: Trial | null;
  readonly publications: readonly Publication[] | null;
}

/** The builds beside the state of the site. */
interface Compared {
  readonly current: IndexEntry | null;
  readonly parts: readonly ComparedPart[];
}

export interface ComparedPart {
  readonly ready: ReadyRelease;
  readonly active: Release | null;
  readonly react: ReactVersions | null;
}

export type PublicationStep = TitledStep<PublicationWork>;

export const namesIn = ({ releasables }: Pick<PublicationWork, 'releasables'>) =>
  releasables.map(({ name }) => name).join(', ');
export const sourcesIn = ({ sources }: PublicationWork) => made(sources, 'read the sources');
export const comparedIn = ({ compared }: PublicationWork) => made(compared, 'compare it with the site');
export const trialIn = ({ trial }: PublicationWork) => made(trial, 'try it');
export const publicationsIn = ({ publications }: PublicationWork) => made(publications, 'store it');

interface PublicationTarget {
  /** @param origin the public address in the site's data; may be empty */
  readonly addressOf: (origin: string) => string;
  /** The `--site` flag of commands on this target. */
  readonly flag: string;
  readonly add: (ready: ReadyRelease) => Promise<Publication>;
  readonly addChecks: (record: ChecksRequest) => Promise<void>;
}

export function targetOf({ root, store, site, options }: Context): PublicationTarget {
  if (site) {
    return {
      addressOf: () => site.origin,
      flag: ` --site ${site.origin}`,
      add: (ready) => uploadRelease(site, ready),
      addChecks: (record) => sendChecks(site, record),
      ...(options.isDry && dryTarget(store)),
    };
  }
  return {
    addressOf: (origin) => origin || `http://localhost:${readSettings(process.env, root).port}`,
    flag: '',
    add: (ready) => addRelease(store, ready),
    addChecks: ({ pairs, durationMs }) =>
      addChecks(store, pairs, { who: options.who, at: new Date().toISOString(), durationMs }),
    ...(options.isDry && dryTarget(store)),
  };
}

/** Sends nothing, and reads no files of a release that is stored already. */
const dryTarget = (store: Store): Pick<PublicationTarget, 'add' | 'addChecks'> => ({
  add: async ({ release }) => {
    const published = await store.readIfIntact(release.name, release.id);
    return { release: published ?? release, outcome: published ? 'known' : 'new' };
  },
  addChecks: async () => undefined,
});

export interface Trial {
  /** Pairs that this trial checked; empty when they were checked before, or could not be checked. */
  readonly pairs: readonly CheckedPair[];
  readonly durationMs: number;
  readonly unchecked: string | null;
  readonly incompatible: readonly string[];
  /** Types that differ from those that the active releases use or offer. */
  readonly changedTypes: readonly ChangedType[];
}

interface TrialOptions {
  readonly store: Store;
  readonly options: { readonly isUnchecked: boolean };
}

/**
 * Checks unpublished releases in a browser, with each other and with the active ones.
 * @throws NoBrowserError; UserError that names each broken page
 */
export async function tryOut(
  { store, options }: TrialOptions,
  current: IndexEntry | null,
  parts: readonly ReadyRelease[],
): Promise<Trial> {
  const none = { pairs: [], durationMs: 0, incompatible: [], changedTypes: [] };
  const added = parts.map(({ release: { name, id } }) => [name, { active: id, previous: [], revoked: [] }] as const);
  const releases: ActiveParts = { ...current?.releases, ...Object.fromEntries(added) };
  if (!current || !releases.shell) {
    return { ...none, unchecked: 'Not checked in a browser: nothing is active that it could run with.' };
  }
  const trial = openStore(dryBlobs(store.blobs));
  for (const ready of parts) {
    // Of a release that is stored already, nothing is read.
    for (const key of [clientKey(ready.release), nodeKey(ready.release)]) await trial.blobs.remove(key);
    await addRelease(trial, ready);
  }
  const { shell, remotes } = await readReleases(trial, releases);
  const incompatible = incompatibilities(shell, remotes);
  if (incompatible.length > 0) {
    return { ...none, incompatible, unchecked: 'Not checked in a browser: it does not fit what is active.' };
  }
  const met = newPairs(current.releases, releases);
  const changedTypes = await findChangedTypes(trial, met);
  const pairs = await findUnchecked(store, met);
  if (pairs.length === 0) return { ...none, changedTypes, unchecked: null };
  if (options.isUnchecked)
    return {
      ...none,
      changedTypes,
      unchecked: `Not checked in a browser, as asked: its activation runs the check, or takes --unchecked --why "…".`,
    };
  const since = performance.now();
  const checked = await checkPairs({ store: trial, releases, data: current.data, pairs });
  if (checked.problems.length > 0) {
    throw new UserError(
      `${checked.problems.join('\n')}\nNothing was published: correct the pages above, then publish again; --unchecked publishes without this check.`,
    );
  }
  const durationMs = Math.round(performance.now() - since);
  return { pairs: checked.pairs, durationMs, incompatible, changedTypes, unchecked: null };
}

/** Versions of React that differ by more than a patch. */
export interface ReactVersions {
  /** The remote was built and tested with it. */
  readonly own: string;
  /** The active shell runs the remote with it. */
  readonly provided: string;
}

/**
 * @param folder of the remote
 * @param provided by the active shell
 * @returns null when the minor versions are the same, or one of them is unknown
 */
export function compareReact(folder: string, provided: string | undefined): ReactVersions | null {
  const { version: own } = readManifest(join(folder, 'node_modules/react'));
  if (!own || !provided || minorOf(own) === minorOf(provided)) return null;
  return { own, provided };
}

const minorOf = (version: string) => version.split('.', 2).join('.');
