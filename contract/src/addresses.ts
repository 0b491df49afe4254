/** Path under which the site serves the files of all releases. */
export const RELEASES_PATH = '/r/';

/**
 * Public path of a release's client files. It is not the bundler's `auto`: pictures and fonts would then have other
 * addresses in the browser than in the prerendered page.
 */
export const releaseBase = (name: string, id: string) => `${RELEASES_PATH}${name}/${id}/`;

/** Release id of a package that a development server builds ("hot"). */
export const DEV_RELEASE_ID = 'dev';

/** File with the public description of a release (`PublishedRelease`), in the folder of its client files. */
export const RELEASE_FILE = 'release.json';

export const INDEX_PATH = '/releases.json';

/** The facts that mails show, for a hosted backend, which does not read `site.json`. */
export const FACTS_PATH = '/facts.json';

/** Path of the private calendar feeds. The file names in it are secrets. */
export const FEED_PATH = '/espace/agenda/';

/** The page of the private part. Below it, addresses belong to the server. */
export const PRIVATE_PATH = '/espace';

/** Web manifest of the private part: it can be installed. */
export const PRIVATE_MANIFEST_PATH = `${PRIVATE_PATH}/manifest.webmanifest`;

/** Service worker of the private part, the only one of the site. */
export const PRIVATE_WORKER_PATH = `${PRIVATE_PATH}/sw.js`;

/** Address of the speculation rules for prefetching, which a response header of every page names. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/**
 * Query parameter that requests a preview: `<name>@<id>`, several separated by commas, or `<name>@branch:<branch>` for
 * the newest release that was published from a branch.
 */
export const PREVIEW_PARAMETER = 'release';

/** Replaces a preview in an address. The active page names the releases that made it. */
export const SHOW_RELEASES = 'show';

/** Begins a preview of facts that the owner edits, instead of a release. A random word follows. */
export const FACTS_PREVIEW = 'facts:';

/** Replaces the id in a preview's address; the branch's name follows. */
export const BRANCH_PREFIX = 'branch:';

export const TABLES_PATH = '/rest/v1/';

const SIGN_IN_PATH = '/auth/v1/';

export const isBackendPath = (path: string): boolean => path.startsWith(TABLES_PATH) || path.startsWith(SIGN_IN_PATH);

/** Address of an uploaded picture: the SHA-256 of its content, so that it never changes, and the ending of its type. */
export const PICTURE_ADDRESS = /^\/fichiers\/([0-9a-f]{64})\.(jpg|png|webp)$/;

const segmentOf = (path: string) => path.split('/')[1] ?? '';

/** First path segments of the server, of the owner's files and of a host's files for `/` and unknown paths. */
const RESERVED_SEGMENTS = [
  ...[RELEASES_PATH, TABLES_PATH, SIGN_IN_PATH].map(segmentOf),
  ...['release', 'healthz', 'fichiers', 'index', '404'],
];

/**
 * Whether a route may have this path: lower-case words separated by slashes, without a trailing slash. Dots are for
 * files at the site's root. A public part has no route that begins like the private part's page: its service worker
 * would control that page too.
 */
export const isRoutePath = (path: string, isPrivate: boolean): boolean =>
  /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/.test(path) &&
  !RESERVED_SEGMENTS.includes(segmentOf(path)) &&
  !path.startsWith(`${PRIVATE_PATH}/`) &&
  (isPrivate || !path.startsWith(PRIVATE_PATH));

/** The page of a visitor's own request, behind `#` and its secret. `private.link_of_mail` has the same path. */
export const MANAGE_PATH = '/reservation/gerer';

const FUNDING = { parameter: 'financement', value: 'agefice' } as const;

/** Address that opens a page with AGEFICE funding selected in its form. */
export const withFunding = (path: string) => `${path}?${FUNDING.parameter}=${FUNDING.value}`;

/**
 * Whether a page was opened through `withFunding`.
 * @param search query string of the page's address
 */
export const asksForFunding = (search: string): boolean =>
  new URLSearchParams(search).get(FUNDING.parameter) === FUNDING.value;
