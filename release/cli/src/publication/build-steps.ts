import { basename } from 'node:path';
import { UserError } from '@site/release-core/user-error';
import { findBrowser, NoBrowserError } from '../check/browser';
import { buildPackages } from '../publish/build-package';
import { openPassedSteps } from '../publish/passed-steps';
import { requireClean } from '../publish/provenance';
import { bundleHash } from '../publish/source-hash';
import { checkingSteps } from '../publish/steps';
import { namesIn, type PublicationStep, type PublicationWork, sourcesIn } from './publication-work';

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
