/** Pages that the whole site links to. A shell renders no page unless active releases have all of them. */
export const ROUTE_NAMES = [
  'home',
  'booking',
  'contact',
  'funding',
  'legalNotice',
  'cookiePolicy',
  'accessibility',
] as const;

export type RouteName = (typeof ROUTE_NAMES)[number];

export type Paths = Readonly<Record<RouteName, string>>;

/** Paths in the remotes' contracts. Pages use `host.paths` instead: the paths of the active releases. */
export const PATHS = {
  home: '/',
  booking: '/booking',
  contact: '/contact',
  funding: '/agefice',
  legalNotice: '/mentions-legales',
  cookiePolicy: '/politique-de-cookies',
  accessibility: '/accessibilite',
} as const satisfies Paths;

/** What a remote exposes: its federation name and its routes. */
export interface RemoteContract {
  readonly name: string;
  readonly routes: readonly RemoteRoute[];
  /**
   * Set for a private part, which is not for visitors: public pages and their index do not name it. A full page load
   * opens its pages, which have no header, footer or banner.
   */
  readonly private?: true;
}

export interface RemoteRoute {
  /** A `RouteName` for a page that the whole site links to; any other page may have any name. */
  readonly name: RouteName | (string & Record<never, never>);
  readonly path: string;
  /** Source file of the page under `src/`, without its extension. It exports the page as `Page`. */
  readonly module: string;
  readonly title: string;
  readonly description: string;
  /** Set for a page that search engines must not list: it is not in the site map. */
  readonly noindex?: true | undefined;
}
