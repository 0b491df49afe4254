import { changeIndex } from '@site/release-core/changes/change-index';
import { decideComposition } from '@site/release-core/changes/decide';
import type { Decision } from '@site/release-core/changes/decision';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';

type State = Pick<Decision, 'releases' | 'data'>;

/** When damage or a full disk prevents it, the earlier pages are served. @throws UserError when there are none */
export async function composeToday(store: Store, { releases, data }: State): Promise<void> {
  const { entry, damaged } = await store.readState();
  // The server prints the damaged entries.
  if (damaged.length > 0) return;
  try {
    await changeIndex(store, '', async (current) =>
      decideComposition(current, 'start', { releases: current?.releases ?? releases, data }),
    );
  } catch (error) {
    if (!entry || !(error instanceof UserError)) throw error;
    console.error(`${error.message} The pages of ${entry.data.composedOn} are served until then.`);
  }
}
