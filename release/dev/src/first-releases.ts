import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { listPackages, type ReleasablePackage } from '@site/release-cli/publish/packages';
import { findChanged } from '@site/release-cli/publish/sources';
import { describeHold } from '@site/release-core/changes/holds';
import type { Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import { ReportedError } from '@site/release-core/user-error';
import type { FindReleases } from '@site/release-server/start/prepare-site';
import { programArguments } from '@site/terminal/program';

/** The first start publishes. Later ones publish nothing, so that a rollback survives a restart. */
export const activeOrFirstReleases =
  (root: string): FindReleases =>
  async (store, signal) => {
    const packages = listPackages(root);
    const { revision } = await store.readState();
    if (revision) {
      for (const line of await compareWorkingCopy(store, revision, packages)) console.log(line);
      return { store, releases: revision.releases };
    }
    console.log(`Building ${packages.map(({ name }) => name).join(', ')}…`);
    const parts = Object.entries(await publishFirst(signal)).map(([name, active]) => [
      name,
      { active, previous: [], revoked: [] },
    ]);
    return { store, releases: Object.fromEntries(parts) };
  };

const PROGRAM = join(import.meta.dirname, 'bin/publish-first.ts');

/** Publishing takes twice the memory of the site, which is free once this separate process has ended. */
async function publishFirst(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const child = spawn(process.execPath, programArguments(PROGRAM), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal,
  });
  let ids: Readonly<Record<string, string>> | undefined;
  child.once('message', (sent: typeof ids) => {
    ids = sent;
  });
  // Comes after every message, which the end of the process does not.
  await once(child, 'disconnect');
  if (!ids) throw new ReportedError('The first releases were not built.');
  return ids;
}

type ActiveParts = Pick<Revision, 'releases' | 'deactivated' | 'holds'>;

const TO_SEE = 'To see it: "npx pnpm release publish --changed", then the activation that it prints.';

export async function compareWorkingCopy(
  store: Store,
  active: ActiveParts,
  packages: readonly ReleasablePackage[],
): Promise<string[]> {
  const { changed, held, missing } = await findChanged(store, active, packages);
  const namesOf = (listed: readonly ReleasablePackage[]) => listed.map(({ name }) => name).join(', ');
  return [
    ...held.map(({ name, hold }) => `${describeHold(name, hold)} To lift it, activate its next release with --resume.`),
    ...(changed.length > 0 ? [`Changed since the active release was built: ${namesOf(changed)}. ${TO_SEE}`] : []),
    ...(missing.length > 0 ? [`Not published yet: ${namesOf(missing)}. ${TO_SEE}`] : []),
  ];
}

export const releasesBesideHot =
  (packages: readonly ReleasablePackage[]): FindReleases =>
  async (store) => {
    const revision = await store.readRevision();
    if (!revision) return { store, releases: {} };
    for (const line of await compareWorkingCopy(store, revision, packages)) console.log(line);
    const active = Object.entries(revision.releases).filter(([name]) => packages.some((one) => one.name === name));
    const listed = active.map(([name, part]) => `${name}@${part.active}`).join(', ');
    if (listed) console.log(`From the active releases: ${listed}.`);
    return { store, releases: Object.fromEntries(active) };
  };
