import type { RemoteRoute } from '@site/contract/routes';
import { lazyFrom } from '../lazy';
import type { Release } from '../store/release';

/** Returns reasons, each as part of a sentence; empty when the releases can form a site. */
export function incompatibilities(shell: Release, remotes: readonly Release[]): string[] {
  const routes = remotes.flatMap((remote) => remote.routes.map((route) => ({ ...route, of: idOf(remote) })));
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

interface OwnedRoute extends Pick<RemoteRoute, 'name' | 'path'> {
  readonly of: string;
}

/** A second route with the same name would take over links of the whole site. */
function claimedTwice(routes: readonly OwnedRoute[], by: 'name' | 'path'): string[] {
  return routes.flatMap((route, at) => {
    const first = routes.findIndex((one) => one[by] === route[by]);
    return first < at ? [`${routes[first]?.of} and ${route.of} both have the ${by} ${route[by]} of a page`] : [];
  });
}

const lazy = lazyFrom(import.meta.url);

/** A range as builds write it, `^19.0.0`. Others need a library of 47 files. */
const WHOLE_MAJOR = /^\^([1-9]\d*)\.0\.0$/;

function isInRange(version: string, range: string): boolean {
  const [, major] = WHOLE_MAJOR.exec(range) ?? [];
  if (major && /^\d+\.\d+\.\d+$/.test(version)) return version.startsWith(`${major}.`);
  return lazy<typeof import('./version-range')>('./version-range').isInRange(version, range);
}

type RemoteNeeds = Pick<Release, 'name' | 'id' | 'requires'>;

export function incompatibilitiesOf(shell: Release, remote: RemoteNeeds): string[] {
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
  ];
}

const idOf = ({ name, id }: Pick<Release, 'name' | 'id'>) => `${name}@${id}`;
const missingIn = (offered: readonly string[], required: readonly string[]) =>
  required.filter((one) => !offered.includes(one));
const unlessEmpty = (names: readonly string[], write: (list: string) => string) =>
  names.length > 0 ? [write(names.join(', '))] : [];
