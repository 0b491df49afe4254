import { downloadRelease } from '@site/release/client/download-release';
import type { ReadyRelease } from '@site/release-core/publish/add-release';
import { openSiteStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { uploadOf } from '@site/server/tests/support/interface-site';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { activeOrFirstReleases } from '../src/start/first-releases';
import { copyFirstReleases } from './first-releases';

const LONGEST_MS = 300_000;

export const tinyReleases = (): ReadyRelease[] =>
  [tinyShell(), tinyRemote('landing'), tinyRemote('booking')].map((artifact) => ({
    ...artifact,
    ...uploadOf(artifact),
  }));

/** Those that the test run has built, or builds of the working copy. */
export async function realReleases(): Promise<ReadyRelease[]> {
  const folder = temporaryFolder();
  copyFirstReleases(folder);
  const findReleases = activeOrFirstReleases(root);
  const { store, releases } = await findReleases(openSiteStore(folder), AbortSignal.timeout(LONGEST_MS));
  const site = { origin: '', store, call: () => Promise.reject(new Error('There is no site.')) };
  const active = Object.entries(releases).map(([name, { active: id }]) => downloadRelease(site, { name, id }));
  return (await Promise.all(active)).map((one) => {
    const { promotedFrom: _, ...provenance } = one.provenance;
    return { ...one, provenance };
  });
}
