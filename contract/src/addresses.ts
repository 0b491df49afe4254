/** Folder of all releases' files, below the site's origin. */
export const RELEASES_PATH = '/r/';

/**
 * Address of a release's client files. A path and not `auto`, whose addresses would differ from those in the
 * prerendered pages: pictures and fonts must be the same before and after hydration.
 */
export const releaseBase = (name: string, id: string) => `${RELEASES_PATH}${name}/${id}/`;

/** Id of a release that is hot. */
export const HOT_ID = 'dev';

/** Public description of a release, in the folder of its client files: a `PublishedRelease`. */
export const RELEASE_FILE = 'release.json';

/** Answers the active release index. */
export const INDEX_PATH = '/releases.json';

/** Folder of the private calendars. The name of a file in it is a secret. */
export const FEED_PATH = '/espace/agenda/';

/** Rules for what browsers prefetch. A header of every page names this address. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** Parameter of a page's address that asks for a preview: `<name>@<id>`, several separated by commas. */
export const PREVIEW_PARAMETER = 'release';

/** First segments of paths that the site's server answers itself: no route of a remote may begin with one. */
const RESERVED_SEGMENTS = ['r', 'rest', 'release', 'healthz', '404'];

/**
 * Whether a route may have this path: lower-case words between slashes, without a dot, which names of files at the site's
 * root have, and without a slash at the end.
 */
export const isRoutePath = (path: string): boolean =>
  /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/.test(path) && !RESERVED_SEGMENTS.includes(path.split('/')[1] ?? '');

const FUNDING = { parameter: 'financement', value: 'agefice' } as const;

/** The address of a page with a form, with its AGEFICE choice made. */
export const withFunding = (path: string) => `${path}?${FUNDING.parameter}=${FUNDING.value}`;

/** @param search of such an address */
export const asksForFunding = (search: string): boolean =>
  new URLSearchParams(search).get(FUNDING.parameter) === FUNDING.value;
