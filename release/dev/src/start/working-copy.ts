import { findChanged } from '@site/release/publish/find-changed';
import type { ReleasablePackage } from '@site/release/publish/packages';
import { describeHold } from '@site/release-core/changes/holds';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';

type ActiveParts = Pick<IndexEntry, 'releases' | 'deactivated' | 'holds'>;

const TO_SEE = 'To see it: "npx pnpm release publish --changed", then the activation that it prints.';

export async function compareWorkingCopy(
  store: Store,
  active: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<string[]> {
  const { changed, held, missing } = await findChanged(store, active, packages);
  const namesOf = (listed: readonly ReleasablePackage[]) => listed.map(({ name }) => name).join(', ');
  return [
    ...held.map(({ name, hold }) => `${describeHold(name, hold)} To lift it, activate its next release with --resume.`),
    ...(changed.length > 0 ? [`Changed since the active release was built: ${namesOf(changed)}. ${TO_SEE}`] : []),
    ...(missing.length > 0 ? [`Not published yet: ${namesOf(missing)}. ${TO_SEE}`] : []),
  ];
}
