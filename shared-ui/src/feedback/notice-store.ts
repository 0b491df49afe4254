import type { Notice } from '@site/contract/host';
import { createStore } from '../create-store';
import type { ShownNotice } from './notice-item';

export type NoticeStore = ReturnType<typeof createNoticeStore>;

/** Notices are kept outside the pages, so that they outlast a navigation. */
export function createNoticeStore() {
  const { get, set, subscribe } = createStore<readonly ShownNotice[]>([]);
  let count = 0;
  const close = (id: string) => set(get().filter((notice) => notice.id !== id));
  return {
    get,
    subscribe,
    /** @returns a function that withdraws the notice */
    notify: (notice: Notice) => {
      count += 1;
      const id = `notice-${count}`;
      set([...get(), { ...notice, id }]);
      return () => close(id);
    },
    close,
  };
}
