import type { RemoteRoute } from '@site/shared-ui/host';

/** What a release says of itself, in its `release.json`. */
export interface Release {
  readonly name: string;
  /** version-contenthash */
  readonly id: string;
  readonly entry: string;
  /** Global of the federation container; empty for the shell. */
  readonly container: string;
  readonly routes: readonly RemoteRoute[];
  /** sha384 of each client file, as the `integrity` attribute wants it. */
  readonly files: Readonly<Record<string, string>>;
  readonly commit: string;
  /** ISO 8601 */
  readonly publishedAt: string;
}

/** What is active: the store's one mutable file, replaced as a whole. */
export interface StoreState {
  readonly seq: number;
  /** Release id by name. */
  readonly active: Readonly<Record<string, string>>;
  /** Folder of the composed pages that visitors are served. */
  readonly pages: string;
}
