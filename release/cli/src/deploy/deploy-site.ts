import { requireState } from '@site/release-core/changes/decide';
import { settleAll } from '@site/release-core/settle-all';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';
import { siteFiles } from './site-files';
import type { DeployTarget, HostedFile } from './target';

export interface Deployed {
  readonly seq: number;
  /** Keys; pages are sent every time. */
  readonly sent: readonly string[];
  /** Number of release files that were already there. */
  readonly kept: number;
  readonly removed: readonly string[];
  /** Paths of pages that would be unsafe there. */
  readonly leftOut: readonly string[];
}

/** Lists the deployed pages, so that a later deployment removes only those. */
const MARK = '_deployed.json';
/** A later deployment removes these keys: no folders, paths outside the target, or releases. */
const page = v.pipe(
  v.string(),
  v.check((key) => !key.startsWith('r/') && key.split(/[\\/]/).every((segment) => !/^\.{0,2}$/.test(segment))),
);
const mark = v.pipe(v.string(), v.parseJson(), v.looseObject({ seq: v.number(), pages: v.array(page) }));

/**
 * Sends the files of releases, then the pages that name them, last the index that makes open pages reload. The next
 * deployment completes an interrupted one, and concurrent ones end with the latest change.
 * @throws UserError when the target holds something else, or a later change
 */
export async function deploySite(store: Store, target: DeployTarget, isDry = false): Promise<Deployed> {
  for (;;) {
    // Reads the mark first, so that a mark of this store cannot be newer than the entry.
    const before = await readMark(target);
    const entry = requireDeployable(await store.readIndex());
    if (before.seq > entry.seq) {
      throw new UserError(
        `${target.place} has change ${before.seq}, and this store ends with change ${entry.seq}: deploy from the site's own store, or to an empty target.`,
      );
    }
    const deployed = await deployEntry(store, { target: isDry ? dryTarget(target) : target, entry, before });
    // Another deployment may have finished with a later change, whose pages these have overwritten.
    if (isDry || (await store.readIndex())?.seq === entry.seq) return deployed;
  }
}

function requireDeployable(entry: IndexEntry | null): IndexEntry {
  const state = requireState(entry);
  if (state.data.backend.url) return state;
  throw new UserError(
    'The site has no hosted backend: its forms would reach nobody. Name one in site.json, then "compose".',
  );
}

interface Mark {
  readonly seq: number;
  readonly pages: readonly string[];
}

async function readMark({ place, get, names }: DeployTarget): Promise<Mark> {
  const stored = await get(MARK);
  if (stored) {
    const { success, output } = v.safeParse(mark, stored.toString());
    if (success) return output;
    throw new UserError(`${MARK} in ${place} cannot be read: deploy to an empty target.`);
  }
  if ((await names()).length === 0) return { seq: 0, pages: [] };
  throw new UserError(
    `${place} is not empty, and no deployment wrote it: name an empty target, or one that does not exist yet.`,
  );
}

interface Deployment {
  readonly target: DeployTarget;
  readonly entry: IndexEntry;
  readonly before: Mark;
}

async function deployEntry(store: Store, { target, entry, before }: Deployment): Promise<Deployed> {
  const { releases, pages, index, leftOut } = await siteFiles(store, entry, target.isBucket);
  const keys = [...pages, index].map(({ key }) => key);
  // After an interruption, the next deployment knows all pages that may be there.
  await target.put(markFile({ seq: before.seq, pages: [...new Set([...before.pages, ...keys])] }));
  const missing = await Promise.all(
    [...releases].map(async ([prefix, files]) => {
      const there = await target.keysBelow(prefix);
      return files.filter(({ key }) => !there.has(key));
    }),
  );
  const added = missing.flat();
  await settleAll(added.map(target.put));
  await settleAll(pages.map(target.put));
  await target.put(index);
  const removed = before.pages.filter((key) => !keys.includes(key));
  await settleAll(removed.map(target.remove));
  await target.put(markFile({ seq: entry.seq, pages: keys }));
  const all = [...releases.values()].flat().length;
  return {
    seq: entry.seq,
    sent: [...added.map(({ key }) => key), ...keys],
    kept: all - added.length,
    removed,
    leftOut,
  };
}

const markFile = (content: Mark): HostedFile => ({
  key: MARK,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  read: async () => Buffer.from(`${JSON.stringify(content)}\n`),
});

const dryTarget = (target: DeployTarget): DeployTarget => ({
  ...target,
  // Reads the file, so that a dry run also finds damage.
  put: async ({ read }) => void (await read()),
  remove: async () => undefined,
});
