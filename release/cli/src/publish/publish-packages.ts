import { basename } from 'node:path';
import { findHold } from '@site/release-core/changes/holds';
import type { ChecksRequest } from '@site/release-core/checks/journeys';
import { recordChecks } from '@site/release-core/checks/journeys';
import { readBackend, requireBackend } from '@site/release-core/compose/compatibility';
import { addRelease, type Publication, type ReadyRelease } from '@site/release-core/store/add-release';
import type { Release } from '@site/release-core/store/release';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { readSettings } from '@site/release-server/read-site-data';
import { createProgress, type TakeStep } from '@site/terminal/output';
import { sendChecks, uploadRelease } from '../client/transfer-release';
import type { CommandOutput, Context } from '../command';
import { readBuiltRelease } from './built-release';
import { checkAndTest } from './check-sources';
import { buildPackages, bundledFolders, choosePackages, listPackages, type ReleasablePackage } from './packages';
import { describePublication, type PublicationResult } from './publication-answer';
import { commonCommit, findChanged, listSubjects, requireClean } from './sources';
import { tryOut } from './try-out';

interface PublishOptions {
  readonly changed: boolean;
  readonly 'allow-dirty': boolean;
  readonly unchecked: boolean;
}

const progress = createProgress(process.stderr);

const step: TakeStep = (title, run) => {
  console.error(`── ${title}`);
  return progress(title, run);
};

/** Parts are tested and tried together. Nothing on the site changes: every step can be repeated. */
export async function publishPackages(context: Context<PublishOptions>, ...names: string[]): Promise<CommandOutput> {
  const { root, store, options } = context;
  const { changed, 'allow-dirty': allowsDirty } = options;
  if (changed === names.length > 0) {
    throw new UserError('Name the parts to publish ("npx pnpm release publish booking"), or give --changed.');
  }
  const releasables = changed ? await chooseChanged(context) : choosePackages(root, names);
  if (releasables.length === 0) return { text: 'Nothing differs from the active releases.', json: { releases: [] } };
  const target = targetOf(context);
  const all = releasables.map(({ name }) => name).join(', ');

  if (!allowsDirty) for (const releasable of releasables) await requireClean(releasable);
  const current = await store.readRevision();
  const actives = await Promise.all(releasables.map(({ name }) => readActive(store, current, name)));
  const since = await commonCommit(
    root,
    actives.map((active) => active?.commit ?? ''),
  );
  const scope = { root, releasables, since };
  // The browser waits most of the time, so both halves take little longer than one. What the tools say ends the other.
  const failed = new AbortController();
  const [checked, tried] = await Promise.allSettled([
    checkAndTest(scope, step).catch((cause: unknown) => {
      failed.abort();
      throw cause;
    }),
    buildAndTry(context, { current, releasables, actives, stop: failed.signal }),
  ]);
  if (checked.status === 'rejected') throw checked.reason;
  if (tried.status === 'rejected') throw tried.reason;
  const { parts, trial } = tried.value;
  const published = await step(options.isDry ? `find ${all} in the store` : `store ${all}`, async () => {
    const stored: PublicationResult[] = [];
    for (const { ready, active } of parts) {
      const hold = (current && findHold(current, ready.release.name)) ?? null;
      stored.push({ ...(await target.add(ready)), provenance: ready.provenance, active, hold });
    }
    const { pairs, journeys, durationMs } = trial;
    await target.addChecks({ pairs, journeys, durationMs });
    return stored;
  });
  return describePublication(published, {
    trial,
    address: target.addressOf(current?.data.site.origin ?? ''),
    flag: target.flag,
    isDry: options.isDry,
  });
}

interface Build {
  readonly current: Revision | null;
  readonly releasables: readonly ReleasablePackage[];
  readonly actives: readonly (Release | null)[];
  readonly stop: AbortSignal;
}

async function buildAndTry(context: Context<PublishOptions>, { current, releasables, actives, stop }: Build) {
  const { store, options } = context;
  const all = releasables.map(({ name }) => name).join(', ');
  await step(`build ${releasables.map(({ folder }) => basename(folder)).join(', ')}`, () => buildPackages(releasables));
  const parts = await step('compare it with the site', () => compareWithSite(context, { releasables, actives }));
  const trial = await step(`try ${all} in a browser`, () =>
    tryOut(
      { store, isUnchecked: options.unchecked, stop },
      current,
      parts.map(({ ready }) => ready),
    ),
  );
  return { parts, trial };
}

/** Parts that are held are left out: somebody went back on purpose. */
async function chooseChanged({ root, store }: Context): Promise<readonly ReleasablePackage[]> {
  const { changed, missing, held } = await findChanged(
    store,
    (await store.readRevision()) ?? { releases: {} },
    listPackages(root),
  );
  for (const { name } of held) console.error(`${name} is held, so it is not published: publish it by its name.`);
  return [...changed, ...missing];
}

const UNKNOWN_BACKEND =
  'The database of the site is not known here: apply its migrations before you activate this release.';

async function compareWithSite(
  { root, store, options }: Context,
  { releasables, actives }: Pick<Build, 'releasables' | 'actives'>,
) {
  const parts: { readonly ready: ReadyRelease; readonly active: Release | null }[] = [];
  for (const [at, releasable] of releasables.entries()) {
    const active = actives[at] ?? null;
    const commits = active && (await listSubjects(root, active.commit, bundledFolders(releasable)));
    parts.push({
      ready: await readBuiltRelease(releasable, { who: options.who, ...(commits && { commits }) }),
      active,
    });
  }
  if (!(await readBackend(store))) console.error(UNKNOWN_BACKEND);
  const releases = parts.map(({ ready }) => ready.release);
  await requireBackend(store, releases, 'Nothing was published.');
  return parts;
}

async function readActive(store: Store, current: Revision | null, name: string) {
  const id = current?.releases[name]?.active;
  return id === undefined ? null : store.read(name, id);
}

interface PublicationTarget {
  /** @param origin the public address in the site's data; may be empty */
  readonly addressOf: (origin: string) => string;
  readonly flag: string;
  readonly add: (ready: ReadyRelease) => Promise<Publication>;
  readonly addChecks: (record: ChecksRequest) => Promise<void>;
}

export function targetOf({ root, store, site, options }: Context): PublicationTarget {
  if (site) {
    return {
      addressOf: () => site.origin,
      flag: ` --site ${site.origin}`,
      add: (ready) => uploadRelease(site, ready),
      addChecks: (record) => sendChecks(site, record),
      ...(options.isDry && dryTarget(store)),
    };
  }
  return {
    addressOf: (origin) => origin || `http://localhost:${readSettings(process.env, root).port}`,
    flag: '',
    add: (ready) => addRelease(store, ready),
    addChecks: (record) => recordChecks(store, record, options.who),
    ...(options.isDry && dryTarget(store)),
  };
}

/** Sends nothing, and reads no files of a release that is stored already. */
const dryTarget = (store: Store): Pick<PublicationTarget, 'add' | 'addChecks'> => ({
  add: async ({ release }) => {
    const published = await store.readIfIntact(release.name, release.id);
    return { release: published ?? release, outcome: published ? 'known' : 'new' };
  },
  addChecks: async () => undefined,
});
