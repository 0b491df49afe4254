import { DEV_RELEASE_ID, releaseBase } from '@site/contract/addresses';
import { BUILD_FILE, type HotBuild } from '@site/contract/build';
import { readHotBuild } from '@site/contract/read-build';
import type { ActiveRelease } from '@site/contract/release-index';
import { integrityOf } from '@site/release-core/integrity';
import { type HotPackage, waitForText } from '../hot/hot-package';

export interface HotRelease {
  readonly name: string;
  readonly build: HotBuild;
  readonly release: ActiveRelease;
}

/** @throws UserError when its server does not start */
export async function readHotRelease(hot: HotPackage): Promise<HotRelease> {
  const build = readHotBuild(await waitForText(hotAddress(hot, BUILD_FILE), hot));
  // A live shell does not load an entry without its hash.
  const integrity = integrityOf(Buffer.from(await waitForText(hotAddress(hot, build.entry), hot)));
  const { id, container, routes } = build;
  return {
    name: hot.name,
    build,
    release: { id, container, routes, entry: releaseBase(hot.name, DEV_RELEASE_ID) + build.entry, integrity },
  };
}

const hotAddress = ({ name, origin }: HotPackage, file: string) => origin + releaseBase(name, DEV_RELEASE_ID) + file;
