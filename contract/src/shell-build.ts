import type { PageModule, Site } from './host.ts';
import type { PageData } from './page-data.ts';
import type { ActiveRelease, ReleaseIndex } from './release-index.ts';
import type { RemoteRoute } from './routes.ts';

/** A file that is served at the site's root: a text, or one of the shell's client files. */
export type RootFile = { readonly path: string; readonly contentType: string } & (
  | { /** Name of the client file. */ readonly file: string }
  | { readonly text: string }
);

export interface ShellScript {
  readonly url: string;
  /** sha384, in the form of the `integrity` attribute. */
  readonly integrity: string;
}

export interface RenderRequest extends PageData {
  /** A route's path, or any other path for the 404 page. */
  readonly path: string;
  readonly script: ShellScript;
  /** Addresses of the route's scripts, which the page prefetches. */
  readonly ahead: readonly string[];
  readonly load: (release: ActiveRelease, route: RemoteRoute) => PageModule;
}

/** Exports of the shell's Node build. Members are only ever added: a rollback calls stored builds again. */
export interface ShellBuild {
  /** Modules that a remote's Node build may require, by name. */
  readonly shared: Readonly<Record<string, unknown>>;
  readonly render: (request: RenderRequest) => Promise<string>;
  readonly rootFiles: (site: Site, scriptUrl: string, index: ReleaseIndex) => readonly RootFile[];
  readonly hostMembers: readonly string[];
  /** Names of the routes without which the shell cannot render a page. */
  readonly routeNames: readonly string[];
  /** `FEDERATION_FORMAT` of the build; missing for 1. */
  readonly federation?: number | undefined;
}
