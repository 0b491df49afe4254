import { lazyFrom } from '../lazy';
import { NO_ROOM, reserveOf, withReserve } from '../store/reserve';
import { openStore, type Store } from '../store/store';

const lazy = lazyFrom(import.meta.url);

interface Place {
  readonly dataDir: string;
  readonly store: Store;
  readonly options: { readonly isDry: boolean };
  /** Receives what the person at the machine should know. */
  readonly tell: (line: string) => void;
}

interface Use {
  readonly isReadOnly?: boolean | undefined;
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: boolean | undefined;
}

/** A dry run keeps its changes in memory. */
export async function runInStore<Result>(
  { isReadOnly, mayUseReserve }: Use,
  place: Place,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { isDry } = place.options;
  const store = isDry
    ? openStore(lazy<typeof import('../store/dry-blobs')>('../store/dry-blobs').dryBlobs(place.store.blobs))
    : place.store;
  const reserve = reserveOf(place);
  const run = () => work(store);
  const result = mayUseReserve ? await withReserve(reserve, run, place.tell) : await run();
  if (!isDry && !isReadOnly && !(await reserve.fill())) place.tell(NO_ROOM);
  return result;
}
