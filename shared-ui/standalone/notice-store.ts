import type { Notice } from '@site/contract/host';
import type { ShownNotice } from '../src/feedback/notice-item';

let shown: readonly ShownNotice[] = [];
const listeners = new Set<() => void>();

function set(next: readonly ShownNotice[]) {
  shown = next;
  for (const listener of listeners) listener();
}

const remove = (id: string) => set(shown.filter((notice) => notice.id !== id));

export const notices = {
  get: () => shown,
  subscribe: (onChange: () => void) => {
    listeners.add(onChange);
    return () => void listeners.delete(onChange);
  },
  add: (notice: Notice) => {
    const id = crypto.randomUUID();
    set([...shown, { ...notice, id }]);
    return () => remove(id);
  },
  remove,
};
