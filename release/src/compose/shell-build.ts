import type { ActiveRelease, Backend, PageModule, ReleaseIndex, RemoteRoute, Site } from '@site/shared-ui/host';

/** What every page is composed with, besides the releases. */
export interface SiteData {
  readonly site: Site;
  readonly backend: Backend;
  /** yyyy-MM-dd in Paris */
  readonly composedOn: string;
}

/** An answer at the site's root: a text, or one of the shell's client files. */
export type RootFile = { readonly path: string; readonly contentType: string } & (
  | { readonly file: string }
  | { readonly text: string }
);

/** What the shell's node build exports. */
export interface ShellBuild {
  readonly shared: Readonly<Record<string, unknown>>;
  readonly render: (
    request: SiteData & {
      index: ReleaseIndex;
      path: string;
      script: { url: string; integrity: string };
      ahead: readonly string[];
      load: (release: ActiveRelease, route: RemoteRoute) => PageModule;
    },
  ) => Promise<string>;
  readonly rootFiles: (site: Site, scriptUrl: string) => readonly RootFile[];
  /** Members of the `host` that pages are given. */
  readonly hostMembers: readonly string[];
  /** Names of the routes that every page links to. */
  readonly routeNames: readonly string[];
}
