import { releaseBase } from './addresses';
import type { RemoteRoute } from './routes';

/** The active releases. The composer writes it into every page, the shell reads it. It grows only by adding. */
export interface ReleaseIndex {
  /** Counts the changes of what is active. */
  readonly seq: number;
  readonly shell: { readonly id: string };
  /** By federation name. */
  readonly remotes: Readonly<Record<string, ActiveRelease>>;
  /** Only in the page of a private part, whose index names no other part. */
  readonly private?: PrivateIndex;
  /** Only in the answer to one request that asks for a preview. */
  readonly preview?: PreviewState;
}

interface PrivateIndex {
  /** Paths of the site's public pages, by the names of their routes. */
  readonly paths: Readonly<Record<string, string>>;
}

/** Releases that this page was composed with instead of the active ones. */
export interface PreviewState {
  /** `<name>@<id>`, separated by commas, as the address names them. */
  readonly requested: string;
  /** Why the page shows the active releases nevertheless. */
  readonly refusal?: PreviewRefusal;
}

/** `incompatible`: they cannot make up one site. `failed`: the page could not be composed. `busy`: others are being composed. */
export type PreviewRefusal = 'malformed' | 'unknown' | 'revoked' | 'incompatible' | 'failed' | 'busy';

/** All that a browser needs to load a remote's release. */
export interface LoadableRelease {
  /** version-contenthash */
  readonly id: string;
  /** Name of the federation container, a global that no other release uses. */
  readonly container: string;
  /** Path of the container's script on the site's origin. */
  readonly entry: string;
  /** sha384 of that script, in the form of the `integrity` attribute; empty only in development. */
  readonly integrity: string;
  readonly routes: readonly RemoteRoute[];
}

export interface ActiveRelease extends LoadableRelease {
  /** The fallback when this release does not load or throws; missing when no earlier release fits the shell. */
  readonly before?: LoadableRelease;
  /** Ids that may not run any more, not even as a preview. */
  readonly revoked?: readonly string[];
}

/** The part of a release's public `release.json` from which a browser can load it. */
export interface PublishedRelease {
  readonly name: string;
  readonly id: string;
  readonly container: string;
  /** File name of the container's script, in the folder of `release.json`. */
  readonly entry: string;
  /** sha384 of each client file, in the form of the `integrity` attribute. */
  readonly files: Readonly<Record<string, string>>;
  readonly routes: readonly RemoteRoute[];
  /** As in the contract. */
  readonly private?: true | undefined;
}

export const loadableRelease = ({ name, id, container, entry, files, routes }: PublishedRelease): LoadableRelease => ({
  id,
  container,
  entry: releaseBase(name, id) + entry,
  integrity: files[entry] ?? '',
  routes,
});
