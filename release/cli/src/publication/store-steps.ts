import { findLine } from '@site/release-core/changes/part-line';
import { readBackend, requireBackend } from '@site/release-core/compose/backend-fit';
import type { ReleaseName } from '@site/release-core/store/keys';
import type { IndexEntry } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { kilobytes } from '../publish/difference';
import { listSubjects } from '../publish/git';
import { describeOmissions } from '../publish/omissions';
import { bundledFolders } from '../publish/packages';
import { readRelease } from '../publish/publish';
import { compareReact } from '../publish/react-versions';
import { tryOut } from '../publish/try-out';
import { comparedIn, type PublicationStep, type PublicationWork, publicationIn, trialIn } from './publication-work';

export const compareWithSite: PublicationStep = {
  title: 'compare it with the site',
  run: async (work) => {
    const { root, store, releasable, who } = work;
    const current = await store.readIndex();
    const active = await readActive(store, current, releasable.name);
    const commits = active && (await listSubjects(root, active.commit, bundledFolders(releasable)));
    const ready = await readRelease(releasable, { who, ...(commits && { commits }) });
    requireAllowed(current, ready.release);
    for (const line of describeOmissions(ready)) console.error(line);
    if (!(await readBackend(store))) console.error(UNKNOWN_BACKEND);
    await requireBackend(store, [ready.release], 'Nothing was published.');
    const shell = await readActive(store, current, 'shell');
    const react = releasable.name === 'shell' ? null : compareReact(releasable.folder, shell?.offers?.react);
    return { ...work, compared: { ready, current, active, react } };
  },
  value: (work) => {
    const { ready, active } = comparedIn(work);
    const { release } = ready;
    return `${release.name}@${release.id}, ${kilobytes(release)} compressed; active is ${active?.id ?? 'none'}`;
  },
};

export const tryInBrowser = ({ releasable }: PublicationWork): PublicationStep => ({
  title: `try ${releasable.name} in a browser`,
  run: async (work) => {
    const { current, ready } = comparedIn(work);
    const { store, isUnchecked } = work;
    return { ...work, trial: await tryOut({ store, options: { isUnchecked } }, current, ready) };
  },
  value: (work) => {
    const { unchecked, pairs } = trialIn(work);
    return unchecked ?? (pairs.flatMap(({ routes }) => routes).join(', ') || 'tried earlier');
  },
});

export const storeRelease = ({ releasable, isDry }: PublicationWork): PublicationStep => ({
  title: `${isDry ? 'a dry run does not ' : ''}store it as a release of ${releasable.name}`,
  run: async (work) => {
    const publication = await work.target.add(comparedIn(work).ready);
    const { pairs, durationMs } = trialIn(work);
    await work.target.addChecks({ pairs, durationMs });
    return { ...work, publication };
  },
  value: (work) => {
    const { release, outcome } = publicationIn(work);
    const checks = trialIn(work).pairs.length;
    return `${release.name}@${release.id}, ${outcome}; ${checks === 1 ? '1 check' : `${checks} checks`}`;
  },
});

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
