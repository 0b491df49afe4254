import { resolve } from 'node:path';
import { requireState } from '@site/release-core/changes/decide';
import { settleAll } from '@site/release-core/concurrency';
import type { Revision } from '@site/release-core/store/revision';
import { isS3Address, prefixInUse, readS3Location } from '@site/release-core/store/s3/s3-location';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { showStep } from '@site/terminal/output';
import * as v from 'valibot';
import type { CommandOutput, Context } from '../command';
import { type SiteFiles, siteFiles } from './site-files';
import { bucketTarget, type DeployTarget, folderTarget, type HostedFile } from './target';

export async function deployTo({ store, root, options }: Context, word = ''): Promise<CommandOutput> {
  const target = openTarget(root, word);
  const deployed = await deploySite(store, options.isDry ? dryTarget(target) : target);
  return { text: describe(deployed, target), json: { target: target.place, ...deployed } };
}

function openTarget(root: string, text: string): DeployTarget {
  if (!isS3Address(text)) return folderTarget(resolve(root, text));
  const variables = prefixInUse('TO_', process.env);
  return bucketTarget(readS3Location({ name: 'The target', text, variables }, process.env));
}

function describe({ seq, sent, kept, removed, leftOut }: Deployment, { place }: DeployTarget): string {
  return [
    `Change ${seq} is in ${place}: ${sent.length} files sent, ${kept} were there${removed.length > 0 ? `, ${removed.join(', ')} removed` : ''}.`,
    ...leftOut.map(
      (path) => `left out: ${path}, which other sites could frame, as a bucket sends no header against it.`,
    ),
  ].join('\n');
}

interface Deployment {
  readonly seq: number;
  /** Lists keys. Pages are sent every time. */
  readonly sent: readonly string[];
  readonly kept: number;
  readonly removed: readonly string[];
  /** Pages that would be unsafe there. */
  readonly leftOut: readonly string[];
}

/** The next deployment completes an interrupted one, and concurrent ones end with the latest change. */
export async function deploySite(store: Store, target: DeployTarget): Promise<Deployment> {
  for (;;) {
    // First, so that a mark of this store cannot be newer than the revision.
    const last = await readMark(target);
    const revision = requireDeployable(await store.readRevision(), last, target);
    const { seq } = revision;
    const deployed = await deployRevision(store, revision, { target, last });
    // Another deployment may have finished with a later change, whose pages these have overwritten.
    if ((await store.readRevision())?.seq === seq) return deployed;
  }
}

interface DeployContext {
  readonly target: DeployTarget;
  readonly last: DeployedMark;
}

/** Files of releases first, then the pages that name them, last the index that makes open pages reload. */
async function deployRevision(store: Store, revision: Revision, { target, last }: DeployContext): Promise<Deployment> {
  const { seq } = revision;
  const files = await showStep('list the files', () => siteFiles(store, revision, target.isBucket));
  const missing = await listMissing(files.releases, target);
  const pages = [...files.pages, files.index].map(({ key }) => key);
  const former = last.pages.filter((key) => !pages.includes(key));
  // After an interruption, the next deployment knows all pages that may be there.
  await target.put(markFile({ seq: last.seq, pages: [...new Set([...last.pages, ...pages])] }));
  await showStep(`send ${missing.length} files of releases`, () => settleAll(missing.map(target.put)));
  await showStep(`send ${pages.length} pages`, async () => {
    await settleAll(files.pages.map(target.put));
    await target.put(files.index);
  });
  await settleAll(former.map(target.remove));
  await target.put(markFile({ seq, pages }));
  return {
    seq,
    sent: [...missing.map(({ key }) => key), ...pages],
    kept: [...files.releases.values()].flat().length - missing.length,
    removed: former,
    leftOut: files.leftOut,
  };
}

async function listMissing(releases: SiteFiles['releases'], target: DeployTarget): Promise<readonly HostedFile[]> {
  const missing = await Promise.all(
    [...releases].map(async ([prefix, all]) => {
      const there = await target.keysBelow(prefix);
      return all.filter(({ key }) => !there.has(key));
    }),
  );
  return missing.flat();
}

const dryTarget = (target: DeployTarget): DeployTarget => ({
  ...target,
  // Reads the file, so that a dry run also finds damage.
  put: async ({ read }) => void (await read()),
  remove: async () => undefined,
});

function requireDeployable(revision: Revision | null, last: DeployedMark, { place }: DeployTarget): Revision {
  const state = requireState(revision);
  if (!state.data.backend.url) {
    throw new UserError(
      'The site has no hosted backend: its forms would reach nobody. Name one in site.json, then "npx pnpm release compose".',
    );
  }
  if (last.seq <= state.seq) return state;
  throw new UserError(
    `${place} has change ${last.seq}, and this store ends with change ${state.seq}: deploy from the site's own store, or to an empty target.`,
  );
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
