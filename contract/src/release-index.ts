import { releaseBase } from './addresses.ts';
import type { RemoteRoute } from './routes.ts';

/** The active releases. The composer writes the index into every page. Keys are only ever added. */
export interface ReleaseIndex {
  /** Number of the revision: each change of the site raises it, also a hold or an edited text. */
  readonly seq: number;
  readonly shell: { readonly id: string };
  /** Active releases, by the name of the part. */
  readonly remotes: Readonly<Record<string, ActiveRelease>>;
  /** Only pages of a private part have it; their index names no other part. */
  readonly private?: PrivateIndex;
  /** Only a page that was composed for a preview request has it. */
  readonly preview?: PreviewState;
  /** Keyed by name. Only a page that was requested with `SHOW_RELEASES` has them. */
  readonly origins?: Readonly<Record<string, ReleaseOrigin>>;
}

export interface ReleaseOrigin {
  /** Time of the activation, ISO 8601; null when it is not known. */
  readonly since: string | null;
  /** Empty outside a git checkout. */
  readonly commit: string;
}

interface PrivateIndex {
  /** Paths of the site's public pages, by the names of their routes. */
  readonly paths: Readonly<Record<string, string>>;
}

/** A requested preview: other releases replace the active ones in this page. */
export interface PreviewState {
  /** `<name>@<id>`, several separated by commas. A refusal repeats the address, also with `<name>@branch:<branch>`. */
  readonly requested: string;
  /** The reason why the page shows the active releases instead. */
  readonly refusal?: PreviewRefusal;
}

/** `incompatible`: the releases do not fit together. `failed`: composing failed. `busy`: others are being composed. */
export type PreviewRefusal =
  | 'malformed'
  | 'unknown'
  | 'unknown-branch'
  | 'revoked'
  | 'incompatible'
  | 'failed'
  | 'busy';

/** All that a browser needs to load a remote's release. */
export interface LoadableRelease {
  /** `<version>-<contenthash>` */
  readonly id: string;
  /** Name of the federation container, a global variable that is unique to this release. */
  readonly container: string;
  /** Path of the container's script on the site's origin. */
  readonly entry: string;
  /** sha384 of that script, in the form of the `integrity` attribute; empty only in development. */
  readonly integrity: string;
  readonly routes: readonly RemoteRoute[];
}

export interface ActiveRelease extends LoadableRelease {
  /** The previous release, a fallback. Missing when no earlier release is compatible with the shell. */
  readonly previous?: LoadableRelease;
  /** Ids of releases that must no longer run, not even as a preview. */
  readonly revoked?: readonly string[];
}

/** The keys of a release's public `release.json` that a browser needs to load it. */
export interface PublishedRelease {
  readonly name: string;
  readonly id: string;
  readonly container: string;
  /** File name of the container's script, in the folder of `release.json`. */
  readonly entry: string;
  /** sha384 of each client file, in the form of the `integrity` attribute. */
  readonly files: Readonly<Record<string, string>>;
  readonly routes: readonly RemoteRoute[];
  /** See `RemoteContract`. */
  readonly private?: true | undefined;
}

export const loadableRelease = ({ name, id, container, entry, files, routes }: PublishedRelease): LoadableRelease => ({
  id,
  container,
  entry: releaseBase(name, id) + entry,
  integrity: files[entry] ?? '',
  routes,
});
