import type { RemoteRoute } from './host';

/** What is active now: written by the composer into every page, read by the shell. It grows only by adding. */
export interface ReleaseIndex {
  /** Counts the changes of what is active. */
  readonly seq: number;
  readonly shell: { readonly id: string };
  /** By federation name. */
  readonly remotes: Readonly<Record<string, ActiveRelease>>;
}

export interface ActiveRelease {
  /** version-contenthash */
  readonly id: string;
  /** Name of the federation container, a global that no other release uses. */
  readonly container: string;
  /** Path of the container's script on the site's origin. */
  readonly entry: string;
  /** sha384 of that script, as the `integrity` attribute wants it; empty only in development. */
  readonly integrity: string;
  readonly routes: readonly RemoteRoute[];
}
