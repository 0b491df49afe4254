import type { Publication, ReadyRelease } from '@site/release-core/publish/add-release';
import { made } from '@site/release-core/step';
import type { IndexEntry, Release } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import type { ReleasablePackage } from '../publish/packages';
import type { ReactVersions } from '../publish/react-versions';
import type { Trial } from '../publish/try-out';
import type { TitledStep } from '../titled-steps';
import type { PublicationTarget } from './publication-target';

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
