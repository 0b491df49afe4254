import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STORE } from '@site/contract/stored-files';
import { DiskFullError } from '../user-error';
import { dryBlobs } from './blobs';
import { isDiskFull } from './folder-blobs';
import { nextScratchKey } from './keys';
import { openStore, type Store, storeFolder } from './store';

/** A change of this site writes 0.7 MB. */
const RESERVE_BYTES = 4 * 1024 * 1024;

export const NO_ROOM = 'The disk has no space to reserve for a rollback: free some space ("npx pnpm release prune").';

interface Reserve {
  readonly fill: () => Promise<boolean>;
  readonly free: () => Promise<boolean>;
}

/** A file that reserves space on the disk for commands that repair the site. */
export function openReserve(dataDir: string): Reserve {
  const file = join(storeFolder(dataDir), STORE.reserve);
  const size = () =>
    stat(file).then(
      (found) => found.size,
      () => 0,
    );
  return {
    fill: async () => {
      if ((await size()) === RESERVE_BYTES) return true;
      const scratch = join(storeFolder(dataDir), nextScratchKey());
      try {
        await mkdir(dirname(scratch), { recursive: true, mode: 0o700 });
        // Random, because some disks compress.
        await writeFile(scratch, randomBytes(RESERVE_BYTES), { mode: 0o600, flush: true });
        await rename(scratch, file);
        return true;
      } catch (error) {
        await rm(scratch, { force: true });
        if (isDiskFull(error)) return false;
        throw error;
      }
    },
    free: async () => {
      const isKept = (await size()) > 0;
      await rm(file, { force: true });
      return isKept;
    },
  };
}

const NOTHING_TO_KEEP: Reserve = { fill: async () => true, free: async () => false };

/** The reserve of a site. It does nothing when the store is not in the data folder. */
export const reserveOf = ({ dataDir, store }: Pick<StoreRun, 'dataDir' | 'store'>): Reserve =>
  store.blobs.isRemote ? NOTHING_TO_KEEP : openReserve(dataDir);

/** Runs a command. When the disk is full, frees the reserve and runs the command again. */
async function withReserve<Result>(
  reserve: Reserve,
  run: () => Promise<Result>,
  tell: (line: string) => void,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DiskFullError) || !(await reserve.free())) throw error;
    tell('The disk is full: this command uses the reserved space. Free some space.');
    return run();
  }
}

interface StoreRun {
  readonly dataDir: string;
  readonly store: Store;
  readonly options: { readonly isDry: boolean };
  readonly tell: (line: string) => void;
}

interface Use {
  readonly onlyReadsStore?: boolean | undefined;
  readonly mayUseReserve?: boolean | undefined;
}

export async function runInStore<Result>(
  { onlyReadsStore, mayUseReserve }: Use,
  run: StoreRun,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { options, tell } = run;
  const store = options.isDry ? openStore(dryBlobs(run.store.blobs)) : run.store;
  const reserve = reserveOf(run);
  const result = mayUseReserve ? await withReserve(reserve, () => work(store), tell) : await work(store);
  if (!options.isDry && !onlyReadsStore && !(await reserve.fill())) tell(NO_ROOM);
  return result;
}
