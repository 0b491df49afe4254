import { NoticeList } from '@site/shared-ui';
import { useSyncExternalStore } from 'react';
import type { NoticeStore } from './notice-store';

export function Notices({ store }: { readonly store: NoticeStore }) {
  const notices = useSyncExternalStore(store.subscribe, store.get, store.get);
  return <NoticeList notices={notices} onClose={store.close} />;
}
