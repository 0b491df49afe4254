import { made, type Step } from '@site/release-core/changes/change';
import { requireState } from '@site/release-core/changes/decide';
import { settleAll } from '@site/release-core/concurrency';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';
import { type SiteFiles, siteFiles } from './site-files';
import type { DeployTarget, HostedFile } from './target';

/** What the steps of a deployment have found and done so far. */
export interface Deployment {
  readonly store: Store;
  readonly target: DeployTarget;
  readonly last: DeployedMark | null;
  readonly entry: IndexEntry | null;
  readonly files: SiteFiles | null;
  /** Files of releases that are not there yet. */
  readonly missing: readonly HostedFile[];
}

// First, so that a mark of this store cannot be newer than the entry.
const readLast: Step<Deployment> = {
  title: 'read the last deployment',
  run: async (work) => ({ ...work, last: await readMark(work.target) }),
  value: (work) => (lastOf(work).seq > 0 ? `change ${lastOf(work).seq}` : 'none'),
};

const readState: Step<Deployment> = {
  title: 'read the state',
  run: async (work) => {
    const entry = requireDeployable(await work.store.readIndex());
    const { seq } = lastOf(work);
    if (seq <= entry.seq) return { ...work, entry };
    throw new UserError(
      `${work.target.place} has change ${seq}, and this store ends with change ${entry.seq}: deploy from the site's own store, or to an empty target.`,
    );
  },
  value: (work) => `change ${entryOf(work).seq}`,
};

const listFiles: Step<Deployment> = {
  title: 'list the files',
  run: async (work) => {
    const { store, target } = work;
    const files = await siteFiles(store, entryOf(work), target.isBucket);
    const missing = await Promise.all(
      [...files.releases].map(async ([prefix, all]) => {
        const there = await target.keysBelow(prefix);
        return all.filter(({ key }) => !there.has(key));
      }),
    );
    return { ...work, files, missing: missing.flat() };
  },
  value: (work) => `${countReleaseFiles(work)} of releases, ${pageKeys(work).length} pages`,
};

// After an interruption, the next deployment knows all pages that may be there.
const markPages: Step<Deployment> = {
  title: 'mark the pages that may be there',
  run: async (work) => {
    const { seq, pages } = lastOf(work);
    await work.target.put(markFile({ seq, pages: [...new Set([...pages, ...pageKeys(work)])] }));
    return work;
  },
  value: (work) => `${pageKeys(work).length}`,
};

const sendReleases: Step<Deployment> = {
  title: 'send the files of releases',
  run: async (work) => {
    await settleAll(work.missing.map(work.target.put));
    return work;
  },
  value: (work) => `${work.missing.length}, ${countReleaseFiles(work) - work.missing.length} are there`,
};

const sendPages: Step<Deployment> = {
  title: 'send the pages',
  run: async (work) => {
    await settleAll(filesOf(work).pages.map(work.target.put));
    return work;
  },
  value: (work) => keysOf(filesOf(work).pages).join(', '),
};

const sendIndex: Step<Deployment> = {
  title: 'send the release index',
  run: async (work) => {
    await work.target.put(filesOf(work).index);
    return work;
  },
  value: (work) => filesOf(work).index.key,
};

const removePages: Step<Deployment> = {
  title: 'remove former pages',
  run: async (work) => {
    await settleAll(formerPages(work).map(work.target.remove));
    return work;
  },
  value: (work) => formerPages(work).join(', ') || 'none',
};

const markDeployment: Step<Deployment> = {
  title: 'mark the deployment',
  run: async (work) => {
    await work.target.put(markFile({ seq: entryOf(work).seq, pages: pageKeys(work) }));
    return work;
  },
  value: (work) => `change ${entryOf(work).seq}`,
};

/** Files of releases first, then the pages that name them, last the index that makes open pages reload. */
export const DEPLOY_STEPS = [
  readLast,
  readState,
  listFiles,
  markPages,
  sendReleases,
  sendPages,
  sendIndex,
  removePages,
  markDeployment,
];

function requireDeployable(entry: IndexEntry | null): IndexEntry {
  const state = requireState(entry);
  if (state.data.backend.url) return state;
  throw new UserError(
    'The site has no hosted backend: its forms would reach nobody. Name one in site.json, then "npx pnpm release compose".',
  );
}

const lastOf = ({ last }: Deployment) => made(last, readLast.title);
export const entryOf = ({ entry }: Deployment) => made(entry, readState.title);
export const filesOf = ({ files }: Deployment) => made(files, listFiles.title);
const keysOf = (files: readonly HostedFile[]) => files.map(({ key }) => key);

export const pageKeys = (work: Deployment) => keysOf([...filesOf(work).pages, filesOf(work).index]);
export const countReleaseFiles = (work: Deployment) => [...filesOf(work).releases.values()].flat().length;

export function formerPages(work: Deployment): readonly string[] {
  const now = pageKeys(work);
  return lastOf(work).pages.filter((key) => !now.includes(key));
}

/** Lists the deployed pages, so that a later deployment removes only those. */
const KEY = '_deployed.json';
/** A later deployment removes these keys: no folders, paths outside the target, or releases. */
const page = v.pipe(
  v.string(),
  v.check((key) => !key.startsWith('r/') && key.split(/[\\/]/).every((segment) => !/^\.{0,2}$/.test(segment))),
);
const mark = v.pipe(v.string(), v.parseJson(), v.looseObject({ seq: v.number(), pages: v.array(page) }));

interface DeployedMark {
  readonly seq: number;
  /** Keys. */
  readonly pages: readonly string[];
}

/** Number 0 for an empty target. @throws UserError when the target holds something else */
async function readMark({ place, get, names }: DeployTarget): Promise<DeployedMark> {
  const stored = await get(KEY);
  if (stored) {
    const { success, output } = v.safeParse(mark, stored.toString());
    if (success) return output;
    throw new UserError(`${KEY} in ${place} cannot be read: deploy to an empty target.`);
  }
  if ((await names()).length === 0) return { seq: 0, pages: [] };
  throw new UserError(
    `${place} is not empty, and no deployment wrote it: name an empty target, or one that does not exist yet.`,
  );
}

const markFile = (content: DeployedMark): HostedFile => ({
  key: KEY,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  read: async () => Buffer.from(`${JSON.stringify(content)}\n`),
});
