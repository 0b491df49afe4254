import { type BackendDescription, unmetCalls } from '@site/contract/backend-calls';
import type { RemoteRoute } from '@site/contract/routes';
import { STORE } from '@site/contract/stored-files';
import * as v from 'valibot';
import { lazyFrom } from '../lazy';
import type { Blobs } from '../store/blobs';
import type { Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

/** Returns reasons, each as part of a sentence; empty when the releases can form a site. */
export function incompatibilities(shell: Release, remotes: readonly Release[]): string[] {
  const routes = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, owner: idOf(remote) })));
  // A public page cannot link to a private part.
  const names = remotes.filter((remote) => !remote.private).flatMap((remote) => remote.routes.map(({ name }) => name));
  return [
    ...remotes.flatMap((remote) => incompatibilitiesOf(shell, remote)),
    ...unlessEmpty(
      missingIn(names, shell.offers?.routes ?? []),
      (missing) => `no active release has the page ${missing}, to which ${idOf(shell)} links`,
    ),
    ...claimedTwice(routes, 'path'),
    ...claimedTwice(routes, 'name'),
  ];
}

/** A second route with the same name would take over links of the whole site. */
function claimedTwice(routes: readonly (RemoteRoute & { readonly owner: string })[], key: 'name' | 'path'): string[] {
  return routes.flatMap((route, at) => {
    const first = routes.findIndex((one) => one[key] === route[key]);
    return first < at
      ? [`${routes[first]?.owner} and ${route.owner} both have the ${key} ${route[key]} of a page`]
      : [];
  });
}

const lazy = lazyFrom(import.meta.url);

/** Whether semver accepts the version; it has 47 files, so it is loaded when it is needed. */
const isInRange = (version: string, range: string): boolean =>
  lazy<typeof import('semver')>('semver').satisfies(version, range);

type RequiringRelease = Pick<Release, 'name' | 'id' | 'requires'>;

export function incompatibilitiesOf(shell: Release, remote: RequiringRelease): string[] {
  const { offers } = shell;
  const { requires } = remote;
  if (!offers) return [`${idOf(shell)} does not list what it offers`];
  return [
    ...(isInRange(offers.react, requires.react)
      ? []
      : [`${idOf(remote)} needs React ${requires.react}, and ${idOf(shell)} has ${offers.react}`]),
    ...unlessEmpty(
      missingIn(offers.sharedUi, requires.sharedUi),
      (names) => `${idOf(remote)} uses ${names} of shared-ui, which ${idOf(shell)} lacks`,
    ),
    ...unlessEmpty(
      missingIn(offers.host, requires.host),
      (names) => `${idOf(remote)} uses ${names} of the host, which ${idOf(shell)} lacks`,
    ),
    ...((requires.federation ?? 1) >= (offers.federation ?? 1)
      ? []
      : [`${idOf(remote)} takes the federation run time from its shell, and ${idOf(shell)} has none`]),
  ];
}

const idOf = ({ name, id }: Pick<Release, 'name' | 'id'>) => `${name}@${id}`;
const missingIn = (offered: readonly string[], required: readonly string[]) =>
  required.filter((one) => !offered.includes(one));
const unlessEmpty = (names: readonly string[], write: (list: string) => string) =>
  names.length > 0 ? [write(names.join(', '))] : [];

const KEY = `${STORE.backend}/accepts.json`;

const names = v.record(v.string(), v.object({ accepts: v.array(v.string()), needs: v.array(v.string()) }));
const schema = v.pipe(v.string(), v.parseJson(), v.nullable(v.object({ tables: names, functions: names })));

/** Records what the site's backend accepts, for commands on any machine. Null for a backend that cannot be asked. */
export async function recordBackend({ blobs }: { readonly blobs: Blobs }, accepts: BackendDescription | null) {
  const stored = await blobs.get(KEY);
  const value = JSON.stringify(accepts);
  if ((stored?.toString() ?? 'null') !== value) await blobs.replace(KEY, value);
}

/** Returns what the backend accepted at the site's last start, or null when that is not known. */
export async function readBackend({ blobs }: { readonly blobs: Blobs }): Promise<BackendDescription | null> {
  // A damaged record must not prevent a rollback. The next start replaces it.
  const { success, output } = v.safeParse(schema, (await blobs.get(KEY))?.toString());
  return success ? output : null;
}

/** Returns sentences that say what does not fit and what to do first; empty when the backend is not known. */
export async function backendIncompatibilities(
  store: Pick<Store, 'blobs'>,
  releases: readonly RequiringRelease[],
): Promise<string[]> {
  const backend = await readBackend(store);
  if (!backend) return [];
  return releases.flatMap(({ name, id, requires }) => {
    const { lacks, needs } = unmetCalls(requires.backend, backend);
    const release = `${name}@${id}`;
    return [
      ...unlessEmpty(lacks, (calls) => `${release} uses ${calls}, which the site's backend lacks. ${SERVER_FIRST}`),
      ...unlessEmpty(needs, (calls) => `The site's backend needs ${calls}, which ${release} does not send. ${NEWER}`),
    ];
  });
}

export async function requireBackend(
  store: Pick<Store, 'blobs'>,
  releases: readonly RequiringRelease[],
  nothing: string,
) {
  const reasons = await backendIncompatibilities(store, releases);
  if (reasons.length > 0) throw new UserError(`${reasons.join(' ')} ${nothing}`);
}

const SERVER_FIRST =
  "First update the site's server: a start with the new migrations adds what is missing. Then publish and activate the release.";
const NEWER = 'Choose a release that sends it, or give it a default with a new migration and start the site again.';
