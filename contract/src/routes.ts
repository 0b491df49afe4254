/** Names of the pages that the whole site links to. A shell renders no page until active releases bring all of them. */
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

/** The paths that the remotes' contracts publish. A page in a browser reads those of the active releases instead. */
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
   * The part is not for visitors: public pages and their index do not name it, and each of its pages is opened by a full
   * page load, without the site's header, footer and banner.
   */
  readonly private?: true;
}

export interface RemoteRoute {
  /** A `RouteName` for a page that the whole site links to; any other page may have any name. */
  readonly name: RouteName | (string & Record<never, never>);
  readonly path: string;
  /** Source file of the page under `src/`, without its ending; its module exports the page as `Page`. */
  readonly module: string;
  readonly title: string;
  readonly description: string;
}
