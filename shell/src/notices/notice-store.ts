import type { Notice } from '@site/contract/host';
import type { ShownNotice } from '@site/shared-ui';

export interface NoticeStore {
  readonly get: () => readonly ShownNotice[];
  readonly subscribe: (onChange: () => void) => () => void;
  /** @returns a function that withdraws the notice */
  readonly notify: (notice: Notice) => () => void;
  readonly close: (id: string) => void;
}

/** Notices are kept outside the pages, so that they outlast a navigation. */
export function createNoticeStore(): NoticeStore {
  let shown: readonly ShownNotice[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const show = (next: readonly ShownNotice[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const close = (id: string) => show(shown.filter((notice) => notice.id !== id));
  return {
    get: () => shown,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    notify: (notice) => {
      count += 1;
      const id = `notice-${count}`;
      show([...shown, { ...notice, id }]);
      return () => close(id);
    },
    close,
  };
}
