import { satisfies } from 'semver';
import type { Release } from '../store/release';

/** Why these releases cannot make up one site, each in a sentence's words; none when they can. */
export function misfits(shell: Release, remotes: readonly Release[]): string[] {
  const routes = remotes.flatMap((remote) => remote.routes);
  const names = routes.map(({ name }): string => name);
  const paths = routes.map(({ path }) => path);
  return [
    ...remotes.flatMap((remote) => misfitsOf(shell, remote)),
    ...say(
      without(shell.offers?.routes ?? [], names),
      (missing) => `no active release brings the page ${missing}, to which ${idOf(shell)} links`,
    ),
    ...say(
      paths.filter((path, at) => paths.indexOf(path) !== at),
      (twice) => `two remotes bring ${twice}`,
    ),
  ];
}

/** Why a remote cannot run in this shell. */
export function misfitsOf(shell: Release, remote: Release): string[] {
  const { offers } = shell;
  const { requires } = remote;
  if (!offers) return [`${idOf(shell)} does not say what it offers`];
  return [
    ...(satisfies(offers.react, requires.react)
      ? []
      : [`${idOf(remote)} needs React ${requires.react}, and ${idOf(shell)} has ${offers.react}`]),
    ...say(
      without(requires.sharedUi, offers.sharedUi),
      (names) => `${idOf(remote)} uses ${names} of shared-ui, which ${idOf(shell)} lacks`,
    ),
    ...say(
      without(requires.host, offers.host),
      (names) => `${idOf(remote)} uses ${names} of the host, which ${idOf(shell)} lacks`,
    ),
  ];
}

/** Routes that the release before has and this one no longer brings: a contract only grows. */
export const lostRoutes = (before: Release, after: Release) =>
  before.routes.filter((old) => !after.routes.some(({ name, path }) => name === old.name && path === old.path));

const idOf = ({ name, id }: Release) => `${name}@${id}`;
const without = (wanted: readonly string[], had: readonly string[]) => wanted.filter((one) => !had.includes(one));
const say = (names: readonly string[], write: (list: string) => string) =>
  names.length > 0 ? [write(names.join(', '))] : [];
