import { basename } from 'node:path';
import { UserError } from '@site/release-core/user-error';
import { findBrowser, NoBrowserError } from '../check/browser';
import { buildPackages } from '../publish/build-package';
import { openPassedSteps } from '../publish/passed-steps';
import { requireClean } from '../publish/provenance';
import { bundleHash } from '../publish/source-hash';
import { checkingSteps } from '../publish/steps';
import { type PublicationStep, type PublicationWork, sourcesIn } from './publication-work';

export const readSources: PublicationStep = {
  title: 'read the sources',
  run: async (work) => {
    if (!work.allowsDirty) await requireClean(work.releasable);
    return { ...work, sources: await bundleHash(work.releasable) };
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

export const checkSources = ({ root, releasable }: PublicationWork): readonly PublicationStep[] => {
  let passed: ReturnType<typeof openPassedSteps> | undefined;
  const open = () => {
    passed ??= openPassedSteps(root, releasable.name);
    return passed;
  };
  return checkingSteps(root, releasable).map(({ title, run }) => ({
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

export const build = ({ releasable }: PublicationWork): PublicationStep => ({
  title: `build ${basename(releasable.folder)}`,
  run: async (work) => {
    await buildPackages([releasable]);
    if ((await bundleHash(releasable)) === sourcesIn(work)) return work;
    throw new UserError(
      `The sources of ${releasable.name} have changed since its tests began. Nothing was published: publish again.`,
    );
  },
  value: () => 'dist/client, dist/node',
});
