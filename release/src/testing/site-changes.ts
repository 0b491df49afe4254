import { changeIndex } from '../index/change-index';
import { decideActivation, decideRevocation, decideRollback } from '../index/decide';
import type { Store } from '../store/store';

/** The changes that commands make, on the store of a test. */
export function changesOf(store: Store) {
  return {
    activate: (name: string, id: string) =>
      changeIndex(store, '', (current) => decideActivation(store, current, name, id)),
    rollback: (name: string, to?: string) =>
      changeIndex(store, '', (current) => decideRollback(store, current, name, to)),
    revoke: (name: string, id: string) =>
      changeIndex(store, '', (current) => decideRevocation(store, current, name, id)),
    lineOf: async (name: string) => (await store.readIndex())?.releases[name],
    /** The change is refused in these words, and leaves the site as it was. */
    expectRefusal: async (changing: () => Promise<unknown>, sentence: string) => {
      const before = await store.readIndex();
      await expect(changing()).rejects.toMatchObject({ name: 'UserError', message: sentence });
      expect(await store.readIndex()).toEqual(before);
    },
  };
}
