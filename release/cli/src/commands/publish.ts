import { basename } from 'node:path';
import { findLine } from '@site/release-core/changes/part-line';
import { requireBackend } from '@site/release-core/compose/backend-fit';
import { readBackend } from '@site/release-core/store/backend-description';
import { findHold } from '@site/release-core/store/holds';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { findBrowser, NoBrowserError } from '../check/browser';
import { buildPackages } from '../publish/build-package';
import { listSubjects } from '../publish/git';
import { bundledFolders, choosePackages, type ReleasablePackage } from '../publish/packages';
import { openPassedSteps } from '../publish/passed-steps';
import { requireClean } from '../publish/provenance';
import { readRelease } from '../publish/publish';
import { bundleHash } from '../publish/source-hash';
import { checkingSteps, type Step } from '../publish/steps';
import { tryOut } from '../publish/try-out';
import type { Command, Context, Flags } from './command';
import { describePublication } from './publication-answer';
import { targetOf } from './publication-target';

const flags = {
  'allow-dirty': { type: 'boolean', description: 'publishes uncommitted changes' },
  unchecked: { type: 'boolean', description: 'skips the check in a browser' },
} as const satisfies Flags;

/** Changes nothing on the site: every step can be repeated. */
export const publish: Command<typeof flags> = {
  usage: 'publish <name> [--allow-dirty] [--unchecked]',
  flags,
  description: 'checks, tests and builds a package, tries it in a browser, stores it as a release; activates nothing',
  minArguments: 1,
  runsHere: true,
  run: async (context, name = '') => {
    const [one] = choosePackages(context.root, [name]);
    if (!one) throw new Error('No package was chosen.');
    const checks = checkingSteps(context.root, one);
    const [build, trial, last] = [
      `build ${basename(one.folder)}`,
      `try ${one.name} in a browser`,
      `store it as a release of ${one.name}`,
    ];
    if (!context.options['allow-dirty']) await requireClean(one);
    if (!context.options.unchecked) await requireBrowser(context.store);
    const sources = await bundleHash(one);
    await pass(context.root, one, checks);
    printTitle(build);
    await buildPackages([one]);
    await requireSame(one, sources);
    return publishBuilt(context, one, { trial, last });
  },
};

async function publishBuilt(
  context: Context<typeof flags>,
  one: ReleasablePackage,
  titles: Readonly<Record<'trial' | 'last', string>>,
) {
  const { root, store, options } = context;
  const target = targetOf(context);
  const current = await store.readIndex();
  const active = await readActive(store, current, one.name);
  const commits = active && (await listSubjects(root, active.commit, bundledFolders(one)));
  const ready = await readRelease(one, { who: options.who, ...(commits && { commits }) });
  requireAllowed(current, ready.release);
  if (!(await readBackend(store))) console.error(UNKNOWN_BACKEND);
  await requireBackend(store, [ready.release], 'Nothing was published.');
  printTitle(titles.trial);
  const trial = await tryOut({ store, options: { isUnchecked: options.unchecked } }, current, ready);
  printTitle(options.isDry ? `a dry run does not ${titles.last}` : titles.last);
  const { release, outcome } = await target.add(ready);
  await target.addChecks({ pairs: trial.pairs, durationMs: trial.durationMs });
  const address = target.addressOf(current?.data.site.origin ?? '');
  const shell = current?.releases.shell?.active;
  const { provenance } = ready;
  const { flag } = target;
  return describePublication({
    ...{ release, outcome, provenance, active, trial, address, shell, flag },
    hold: (current && findHold(current, one.name)) ?? null,
    isDry: options.isDry,
  });
}

async function readActive(store: Store, current: IndexEntry | null, name: string) {
  const id = current?.releases[name]?.active;
  return id === undefined ? null : store.read(name, id);
}

async function pass(root: string, one: ReleasablePackage, steps: readonly Step[]) {
  const passed = await openPassedSteps(root, one.name);
  for (const { title, run } of steps) {
    if (passed.has(title)) {
      console.error(`── ${title}: passed on these sources already`);
      continue;
    }
    printTitle(title);
    await run();
    await passed.add(title);
  }
}

async function requireSame(one: ReleasablePackage, sources: string) {
  if ((await bundleHash(one)) === sources) return;
  throw new UserError(
    `The sources of ${one.name} have changed since its tests began. Nothing was published: publish again.`,
  );
}

const UNKNOWN_BACKEND =
  'The database of the site is not known here: apply its migrations before you activate this release.';

const printTitle = (title: string) => console.error(`── ${title}`);

/** Fails before the tests rather than after them. @throws NoBrowserError */
async function requireBrowser(store: Store) {
  if (!(await store.readIndex())?.releases.shell) return;
  await findBrowser().catch((cause: unknown) => {
    if (!(cause instanceof NoBrowserError)) throw cause;
    throw new UserError(`${cause.message} Nothing was published: --unchecked publishes without the check.`, { cause });
  });
}

function requireAllowed(current: IndexEntry | null, { name, id }: ReleaseName) {
  if (!current || !findLine(current, name)?.revoked.includes(id)) return;
  throw new UserError(
    `${name}@${id} is revoked for good. Nothing was published: publish a release that differs from it.`,
  );
}
