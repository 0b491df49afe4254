import { changeIndex, type Decision } from '../changes/change-index';
import { decideComposition } from '../changes/decide';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

type State = Pick<Decision, 'releases' | 'data'>;

/**
 * Composes again when site.json, the backend's key or the day has changed. Where damage or a full disk prevents it, the
 * pages that were composed before are served.
 * @throws UserError when there are none
 */
export async function composeToday(store: Store, { releases, data }: State): Promise<void> {
  const { entry, damaged } = await store.readState();
  // The server prints which entries these are.
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
