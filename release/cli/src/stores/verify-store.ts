import { requireState } from '@site/release-core/changes/decide';
import { describeEntry } from '@site/release-core/store/index-entries';
import type { Store } from '@site/release-core/store/store';
import { verify as findDamage, remarksOn } from '@site/release-core/store/verify';
import type { Answer } from '../command/command';

const ADVICE =
  '"npx pnpm release repair" repairs what can be composed again, and lists what only a publication or a backup restores.';

export async function verifyStore(store: Store): Promise<Answer> {
  const { entry, damaged } = await store.readState();
  const state = requireState(entry);
  const damage = [...damaged.map(describeEntry), ...(await findDamage(store, state))];
  const remarks = await remarksOn(store, state, new Date());
  const lines = damage.length > 0 ? [...damage, ADVICE] : ['All releases and all active pages are undamaged.'];
  return {
    text: [...lines, ...remarks].join('\n'),
    json: { seq: state.seq, damage, remarks },
    isBad: damage.length > 0,
  };
}
