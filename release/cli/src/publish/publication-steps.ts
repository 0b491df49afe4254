import { basename } from 'node:path';
import { findPart } from '@site/release-core/changes/part-state';
import { readBackend, requireBackend } from '@site/release-core/compose/compatibility';
import type { Publication } from '@site/release-core/store/add-release';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { findBrowser, NoBrowserError } from '../check/browser';
import { checkingSteps } from './checking-steps';
import { buildPackages, bundledFolders, type ReleasablePackage } from './packages';
import { describeOmissions, kilobytes } from './publication-answer';
import {
  type ComparedPart,
  comparedIn,
  compareReact,
  namesIn,
  type PublicationStep,
  type PublicationWork,
  publicationsIn,
  sourcesIn,
  trialIn,
  tryOut,
} from './publication-work';
import { readRelease } from './publish';
import { bundleHash, listSubjects, openPassedSteps, requireClean } from './sources';

const hashSources = async ({ releasables }: PublicationWork) =>
  (await Promise.all(releasables.map(bundleHash))).join(', ');

export const readSources: PublicationStep = {
  title: 'read the sources',
  run: async (work) => {
    if (!work.allowsDirty) for (const releasable of work.releasables) await requireClean(releasable);
    return { ...work, sources: await hashSources(work) };
  },
  value: (work) => `${sourcesIn(work)}, ${work.allowsDirty ? 'also uncommitted ones' : 'committed'}`,
};

// Before the tests rather than after them.
export const findABrowser: PublicationStep = {
  title: 'find a browser',
  skip: async ({ isUnchecked, store }) => {
    if (isUnchecked) return 'needless, as --unchecked is given';
    return (await store.readIndex())?.releases.shell ? null : 'needless, as no shell is active';
  },
  run: async (work) => {
    await findBrowser().catch((cause: unknown) => {
      if (!(cause instanceof NoBrowserError)) throw cause;
      const remedy = 'Nothing was published: --unchecked publishes without the check.';
      throw new UserError(`${cause.message} ${remedy}`, { cause });
    });
    return work;
  },
  value: () => 'there is one',
};

export const checkSources = ({ root, releasables }: PublicationWork): readonly PublicationStep[] => {
  let passed: ReturnType<typeof openPassedSteps> | undefined;
  const open = () => {
    passed ??= openPassedSteps(root, releasables.map(({ name }) => name).join('+'));
    return passed;
  };
  return checkingSteps(root, releasables).map(({ title, run }) => ({
    title,
    skip: async () => ((await open()).has(title) ? 'passed on these sources already' : null),
    run: async (work) => {
      await run();
      await (await open()).add(title);
      return work;
    },
    value: () => 'passed',
  }));
};

export const build = ({ releasables }: PublicationWork): PublicationStep => ({
  title: `build ${releasables.map(({ folder }) => basename(folder)).join(', ')}`,
  run: async (work) => {
    await buildPackages(releasables);
    if ((await hashSources(work)) === sourcesIn(work)) return work;
    throw new UserError(
      `The sources of ${namesIn(work)} have changed since the tests began. Nothing was published: publish again.`,
    );
  },
  value: () => 'dist/client, dist/node',
});

export const compareWithSite: PublicationStep = {
  title: 'compare it with the site',
  run: async (work) => {
    const { store, releasables } = work;
    const current = await store.readIndex();
    const parts: ComparedPart[] = [];
    for (const releasable of releasables) parts.push(await comparePart(work, current, releasable));
    if (!(await readBackend(store))) console.error(UNKNOWN_BACKEND);
    const releases = parts.map(({ ready }) => ready.release);
    await requireBackend(store, releases, 'Nothing was published.');
    return { ...work, compared: { current, parts } };
  },
  value: (work) =>
    comparedIn(work)
      .parts.map(({ ready: { release }, active }) => {
        return `${release.name}@${release.id}, ${kilobytes(release)} compressed; active is ${active?.id ?? 'none'}`;
      })
      .join('; '),
};

export const tryInBrowser = (asked: PublicationWork): PublicationStep => ({
  title: `try ${namesIn(asked)} in a browser`,
  run: async (work) => {
    const { current, parts } = comparedIn(work);
    const { store, isUnchecked } = work;
    const ready = parts.map((part) => part.ready);
    return { ...work, trial: await tryOut({ store, options: { isUnchecked } }, current, ready) };
  },
  value: (work) => {
    const { unchecked, pairs } = trialIn(work);
    return unchecked ?? (pairs.flatMap(({ routes }) => routes).join(', ') || 'tried earlier');
  },
});

export const storeReleases = (asked: PublicationWork): PublicationStep => ({
  title: `${asked.isDry ? 'a dry run does not ' : ''}store ${namesIn(asked)}`,
  run: async (work) => {
    const publications: Publication[] = [];
    for (const { ready } of comparedIn(work).parts) publications.push(await work.target.add(ready));
    const { pairs, durationMs } = trialIn(work);
    await work.target.addChecks({ pairs, durationMs });
    return { ...work, publications };
  },
  value: (work) => {
    const stored = publicationsIn(work).map(({ release, outcome }) => `${release.name}@${release.id}, ${outcome}`);
    const checks = trialIn(work).pairs.length;
    return `${stored.join('; ')}; ${checks === 1 ? '1 check' : `${checks} checks`}`;
  },
});

async function comparePart(
  { root, store, who, releasables }: PublicationWork,
  current: IndexEntry | null,
  releasable: ReleasablePackage,
) {
  const active = await readActive(store, current, releasable.name);
  const commits = active && (await listSubjects(root, active.commit, bundledFolders(releasable)));
  const ready = await readRelease(releasable, { who, ...(commits && { commits }) });
  requireAllowed(current, ready.release);
  for (const line of describeOmissions(ready)) console.error(line);
  // What is built beside the shell has its React.
  const isBesideShell = releasables.some(({ name }) => name === 'shell');
  const shell = isBesideShell ? null : await readActive(store, current, 'shell');
  return { ready, active, react: compareReact(releasable.folder, shell?.offers?.react) };
}

async function readActive(store: Store, current: IndexEntry | null, name: string) {
  const id = current?.releases[name]?.active;
  return id === undefined ? null : store.read(name, id);
}

const UNKNOWN_BACKEND =
  'The database of the site is not known here: apply its migrations before you activate this release.';

function requireAllowed(current: IndexEntry | null, { name, id }: ReleaseName) {
  if (!current || !findPart(current, name)?.revoked.includes(id)) return;
  throw new UserError(
    `${name}@${id} is revoked for good. Nothing was published: publish a release that differs from it.`,
  );
}
