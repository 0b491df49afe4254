import type { ReleaseIndex } from '@site/shared-ui/host';
import type { Store } from '../store/folder-store';
import type { Release } from '../store/release';

/** What every page tells the shell of the active releases. */
export function releaseIndex(store: Store, seq: number, releases: readonly Release[]): ReleaseIndex {
  const shell = releases.find(({ name }) => name === 'shell');
  const remotes = releases.filter((release) => release !== shell);
  return {
    seq,
    shell: { id: shell?.id ?? '' },
    remotes: Object.fromEntries(
      remotes.map(({ name, id, container, entry, files, routes }) => [
        name,
        { id, container, entry: store.baseOf(name, id) + entry, integrity: files[entry] ?? '', routes },
      ]),
    ),
  };
}
