import type { RemoteRoute } from './routes';

/** File in which the bundler describes a build, beside the client files. */
export const BUILD_FILE = 'build.json';

/** Description of a hot build. */
export interface HotBuild {
  /** version-contenthash; `dev` while it is hot. */
  readonly id: string;
  /** File name of the script that starts the release. */
  readonly entry: string;
  /** Global of the federation container; empty for the shell. */
  readonly container: string;
  readonly routes: readonly RemoteRoute[];
  /** As in the contract. */
  readonly private?: true | undefined;
  /** Of a build for a live site, whose shell is another one than that of the working copy. */
  readonly requires?: Requirements | undefined;
}

/** Description of a finished build. */
export interface Build extends HotBuild {
  readonly requires: Requirements;
  /** Scripts of each page beside the entry, by the name of its module. */
  readonly pageFiles: Readonly<Record<string, readonly string[]>>;
  /** Files of the workspace that it is built from, as paths from its folder; without third parties. */
  readonly sources: readonly string[];
  /** Of what a remote requires, and of all that a shell may offer; missing in builds from before types were recorded. */
  readonly types?: DeclaredTypes | undefined;
}

/** Types of names as they were when a package was built. */
export interface DeclaredTypes {
  readonly sharedUi: Readonly<Record<string, DeclaredType>>;
  readonly host: Readonly<Record<string, DeclaredType>>;
}

export interface DeclaredType {
  /** Differs where the meaning of the declaration differs, or of one that it refers to, or the version of a third party. */
  readonly hash: string;
  /** The declaration with all of ours that it refers to, and the third parties with their versions. */
  readonly text: string;
}

/** What a remote's code requires of the shell around it. */
export interface Requirements {
  /** Semantic version range. */
  readonly react: string;
  /** Names imported from shared-ui. */
  readonly sharedUi: readonly string[];
  /** Members read from `host`. */
  readonly host: readonly string[];
}
