import type { PageModule, Site } from './host';
import type { PageData } from './page-data';
import type { ActiveRelease, ReleaseIndex } from './release-index';
import type { RemoteRoute } from './routes';

/** An answer at the site's root: a text, or one of the shell's client files. */
export type RootFile = { readonly path: string; readonly contentType: string } & (
  | { /** Name of the client file. */ readonly file: string }
  | { readonly text: string }
);

/** The shell's script, as the page loads it. */
export interface ShellScript {
  readonly url: string;
  /** sha384, in the form of the `integrity` attribute. */
  readonly integrity: string;
}

export interface RenderRequest extends PageData {
  /** A route's path, or any other path for the 404 page. */
  readonly path: string;
  readonly script: ShellScript;
  /** Addresses of the route's own scripts, which the page prefetches. Stored shells read this key. */
  readonly ahead?: readonly string[];
  /** Returns the evaluated module of a route's page. */
  readonly load: (release: ActiveRelease, route: RemoteRoute) => PageModule;
}

/** Exports of the shell's node build. It grows only by adding: releases that are stored are called again after a rollback. */
export interface ShellBuild {
  /** The modules that a remote's node build may require, by name. */
  readonly shared: Readonly<Record<string, unknown>>;
  readonly render: (request: RenderRequest) => Promise<string>;
  readonly rootFiles: (site: Site, scriptUrl: string, index: ReleaseIndex) => readonly RootFile[];
  /** Members of the `host` that pages are given. */
  readonly hostMembers: readonly string[];
  /** Names of the routes without which the shell cannot render a page. */
  readonly routeNames: readonly string[];
  /** The shell can render the pages of private parts; missing in shells from before these existed. */
  readonly privateParts?: true;
}
