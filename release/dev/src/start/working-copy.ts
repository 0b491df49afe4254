import type { ReleasablePackage } from '@site/release/publish/packages';
import { sourceHash } from '@site/release/publish/source-hash';
import { describeHold, findHold } from '@site/release-core/changes/holds';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';

type ActiveParts = Pick<IndexEntry, 'releases' | 'deactivated' | 'holds'>;

export async function compareWorkingCopy(
  store: Store,
  { releases, deactivated = {}, holds = {} }: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<string[]> {
  const changed: string[] = [];
  const held: string[] = [];
  const missing = packages.filter(({ name }) => !releases[name] && !deactivated[name]).map(({ name }) => name);
  for (const releasable of packages) {
    const line = releases[releasable.name];
    if (!line) continue;
    const release = await store.readIfIntact(releasable.name, line.active);
    if (!release || release.source === (await sourceHash(releasable, release.sources))) continue;
    const hold = findHold({ holds }, releasable.name);
    if (hold) held.push(`${describeHold(releasable.name, hold)} To lift it, activate its next release with --resume.`);
    else changed.push(releasable.name);
  }
  return [
    ...held,
    ...(changed.length > 0
      ? [`Changed since the active release was built: ${changed.join(', ')}. To see it: ${publishing(changed)}.`]
      : []),
    ...(missing.length > 0 ? [`Not published yet: ${missing.join(', ')}. To see it: ${publishing(missing)}.`] : []),
  ];
}

const publishing = ([only, ...more]: readonly string[]) =>
  `"npx pnpm release publish ${more.length > 0 ? '<name>' : only}", then activate it`;
