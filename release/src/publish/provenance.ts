import { sourceRoot } from '@site/tooling/source-root';
import { UserError } from '../user-error';
import { listChanged, readCommit } from './git';
import { bundledFolders, type ReleasablePackage } from './packages';

const MOST_FILES_NAMED = 5;

export interface PublishedBy {
  readonly who?: string;
  /** Subjects of the commits since the active release, the latest first. */
  readonly commits?: readonly string[];
}

/** Where a release comes from. It names people, so the site does not serve it. */
export interface Provenance extends PublishedBy {
  /** Empty outside a checkout. */
  readonly commit: string;
  /** Of the commit; empty outside a checkout. */
  readonly author: string;
  /** Whether the sources differed from the commit; null outside a checkout. */
  readonly isDirty: boolean | null;
  readonly promotedFrom?: string;
  /** The site sets these for a release from elsewhere: what it counts, its grant's id and when its upload began. */
  readonly bytes?: number;
  readonly grant?: string;
  /** ISO 8601 */
  readonly at?: string;
}

export async function readProvenance(one: ReleasablePackage, by: PublishedBy): Promise<Provenance> {
  const root = sourceRoot(one.folder);
  const commit = await readCommit(root);
  if (!commit) return { commit: '', author: '', isDirty: null, ...by };
  const changed = await listChanged(root, bundledFolders(one));
  return { commit: commit.id, author: commit.author, isDirty: changed.length > 0, ...by };
}

/** @throws UserError when sources of the package, or sources that it bundles, are not committed */
export async function requireClean(one: ReleasablePackage): Promise<void> {
  const changed = await listChanged(sourceRoot(one.folder), bundledFolders(one));
  if (changed.length === 0) return;
  const more = changed.length - MOST_FILES_NAMED;
  const files = [...changed.slice(0, MOST_FILES_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  throw new UserError(`${one.name} is built from uncommitted files (${files}): commit them, or add --allow-dirty.`);
}
