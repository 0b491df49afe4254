import { loadableRelease, type ReleaseIndex } from '@site/contract/release-index';
import type { Release, ReleaseLines } from '../store/release';
import type { ComposedReleases } from './composed-releases';

/** Stands for the shell's files at the site's root among what is rendered. */
export const ROOT_FILES = 'root files';

export type IndexOf = (release: Pick<Release, 'name' | 'private'>) => ReleaseIndex;

export const publicOf = (remotes: readonly Release[]): readonly Release[] => remotes.filter((one) => !one.private);

/** Public pages share one index; each private part has its own. */
export function releaseIndexes(
  seq: number,
  lines: ReleaseLines,
  { shell, remotes, fallbacks }: ComposedReleases,
): IndexOf {
  const describe = (release: Release) => {
    const fallback = fallbacks.get(release.name);
    const revoked = lines[release.name]?.revoked ?? [];
    return {
      ...loadableRelease(release),
      ...(fallback && { previous: loadableRelease(fallback) }),
      ...(revoked.length > 0 && { revoked }),
    };
  };
  const indexWith = (named: readonly Release[]): ReleaseIndex => ({
    seq,
    shell: { id: shell.id },
    remotes: Object.fromEntries(named.map((release) => [release.name, describe(release)])),
  });
  const open = publicOf(remotes);
  const paths = Object.fromEntries(open.flatMap(({ routes }) => routes.map(({ name, path }) => [name, path])));
  const publicIndex = indexWith(open);
  return ({ name, private: isPrivate }) =>
    isPrivate ? { ...indexWith(remotes.filter((one) => one.name === name)), private: { paths } } : publicIndex;
}

/** The shell owns the page for unknown paths and the root files. */
export const ownerOf = ({ shell, remotes }: Pick<ComposedReleases, 'shell' | 'remotes'>, path: string): Release =>
  remotes.find(({ routes }) => routes.some((route) => route.path === path)) ?? shell;
