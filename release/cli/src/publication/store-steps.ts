import { findLine } from '@site/release-core/changes/part-line';
import { readBackend, requireBackend } from '@site/release-core/compose/backend-fit';
import type { Publication } from '@site/release-core/publish/add-release';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { kilobytes } from '../publish/difference';
import { listSubjects } from '../publish/git';
import { describeOmissions } from '../publish/omissions';
import { bundledFolders, type ReleasablePackage } from '../publish/packages';
import { readRelease } from '../publish/publish';
import { compareReact } from '../publish/react-versions';
import { tryOut } from '../publish/try-out';
import {
  type ComparedPart,
  comparedIn,
  namesIn,
  type PublicationStep,
  type PublicationWork,
  publicationsIn,
  trialIn,
} from './publication-work';

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
  if (!current || !findLine(current, name)?.revoked.includes(id)) return;
  throw new UserError(
    `${name}@${id} is revoked for good. Nothing was published: publish a release that differs from it.`,
  );
}
