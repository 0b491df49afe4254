import { loadableRelease, type ReleaseIndex } from '@site/contract/release-index';
import type { Release, ReleaseLines } from '../store/release';
import type { ComposedReleases } from './composed-releases';

/** The index of the active releases, for every page. @param seq number of the change that made them active */
export function releaseIndex(
  seq: number,
  lines: ReleaseLines,
  { shell, remotes, fallbacks }: ComposedReleases,
): ReleaseIndex {
  const describe = (release: Release) => {
    const fallback = fallbacks.get(release.name);
    const revoked = lines[release.name]?.revoked ?? [];
    return {
      ...loadableRelease(release),
      ...(fallback && { before: loadableRelease(fallback) }),
      ...(revoked.length > 0 && { revoked }),
    };
  };
  return {
    seq,
    shell: { id: shell.id },
    remotes: Object.fromEntries(remotes.map((release) => [release.name, describe(release)])),
  };
}
