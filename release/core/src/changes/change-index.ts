import type { Store } from '../store/store';
import type { Changed, Decide } from './decision';
import { addEntry, composePages, decide, readState, takeSteps } from './steps';

/** A change that nobody reviews: what the site itself wants when it starts. `decide` may be called again. */
export async function changeIndex(store: Store, why: string, wanted: Decide): Promise<Changed | null> {
  const { changed } = await takeSteps([readState, decide, composePages, addEntry], { store, why, decide: wanted });
  return changed;
}
