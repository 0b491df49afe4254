import type { BackendCalls } from './backend-calls.ts';
import type { RemoteRoute } from './routes.ts';

/** File in which the bundler describes a build, in the folder of the client files. */
export const BUILD_FILE = 'build.json';

/**
 * Raised when containers of one format cannot run in shells of the next. With 1, in builds without a number, a
 * container takes the run time of Module Federation 2.9 from its shell. With 2 it needs only the share scope.
 */
export const FEDERATION_FORMAT = 2;

/** Description of a build by a development server. */
export interface HotBuild {
  /** `<version>-<contenthash>`; `dev` for a hot build. */
  readonly id: string;
  /** File name of the script that starts the release. */
  readonly entry: string;
  /** Name of the federation container, a global variable; empty for the shell. */
  readonly container: string;
  readonly routes: readonly RemoteRoute[];
  /** See `RemoteContract`. */
  readonly private?: true | undefined;
  /** Present in a hot build for a live site, whose shell may differ from the working copy's. */
  readonly requires?: Requirements | undefined;
}

/** Description of a build that can be published. */
export interface Build extends HotBuild {
  readonly requires: Requirements;
  /** Scripts that each page needs besides the entry, by the name of the page's module. */
  readonly pageFiles: Readonly<Record<string, readonly string[]>>;
  /** Source files of the build, relative to the workspace's root; without third-party packages. */
  readonly sources: readonly string[];
  /** Types that a remote requires, or all types that a shell can offer. */
  readonly types: DeclaredTypes;
  /** Journeys as they were read, by the names of their files; missing without any. */
  readonly journeys?: Readonly<Record<string, unknown>> | undefined;
}

/** Type declarations at the time of the build, by name. */
export interface DeclaredTypes {
  readonly sharedUi: Readonly<Record<string, DeclaredType>>;
  readonly host: Readonly<Record<string, DeclaredType>>;
}

export interface DeclaredType {
  /** Changes with the meaning of the declaration or of any that it uses, and with a third-party package's version. */
  readonly hash: string;
  /** The declaration, our own declarations that it uses, and third-party packages with their versions. */
  readonly text: string;
}

/** A package's code requires these of its shell and of the site's backend. */
export interface Requirements {
  /** Semantic version range. */
  readonly react: string;
  readonly sharedUi: readonly string[];
  readonly host: readonly string[];
  readonly backend: BackendCalls;
  /** `FEDERATION_FORMAT` of the build; missing for 1. */
  readonly federation?: number | undefined;
}
