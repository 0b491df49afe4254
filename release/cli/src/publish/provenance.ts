import type { Provenance, PublishedBy } from '@site/release-core/store/provenance';
import { UserError } from '@site/release-core/user-error';
import { sourceRoot } from '@site/tooling/source-root';
import { listChanged, readCommit } from './git';
import { bundledFolders, type ReleasablePackage } from './packages';

const MOST_FILES_NAMED = 5;

export async function readProvenance(releasable: ReleasablePackage, by: PublishedBy): Promise<Provenance> {
  const root = sourceRoot(releasable.folder);
  const commit = await readCommit(root);
  if (!commit) return { commit: '', author: '', isDirty: null, ...by };
  const changed = await listChanged(root, bundledFolders(releasable));
  return { commit: commit.id, author: commit.author, isDirty: changed.length > 0, ...by };
}

/** @throws UserError when sources of the package, or sources that it bundles, are not committed */
export async function requireClean(releasable: ReleasablePackage): Promise<void> {
  const changed = await listChanged(sourceRoot(releasable.folder), bundledFolders(releasable));
  if (changed.length === 0) return;
  const more = changed.length - MOST_FILES_NAMED;
  const files = [...changed.slice(0, MOST_FILES_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  throw new UserError(
    `${releasable.name} is built from uncommitted files (${files}): commit them, or add --allow-dirty.`,
  );
}
