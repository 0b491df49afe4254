import type { Site } from '@site/shared-ui/host';
import { clientBase, FAVICON, FAVICON_ICO, THEME_COLOUR, TOUCH_ICON } from './pictures';

/** What the site answers at an address of its root, which no release's own folder can give. */
export type RootFile = { readonly path: string; readonly contentType: string } & (
  | { /** Name of one of the shell's client files. */ readonly file: string }
  | { readonly text: string }
);

export const MANIFEST_PATH = '/site.webmanifest';
export const FAVICON_PATH = `/${FAVICON_ICO}`;
/** The server names it in a header of every page. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json';

/** Before the shell lives, links load pages: the likeliest next one is fetched when pointed at, any other when pressed. */
const SPECULATION_RULES = {
  prefetch: [
    { where: { href_matches: '/booking' }, eagerness: 'moderate' },
    { where: { href_matches: '/*' }, eagerness: 'conservative' },
  ],
};

/** The files that browsers ask for at the root by themselves, and those that must not move with a release. */
export const rootFiles = (site: Site, scriptUrl: string): readonly RootFile[] => [
  { path: FAVICON_PATH, contentType: 'image/x-icon', file: FAVICON_ICO },
  { path: `/${TOUCH_ICON}`, contentType: 'image/png', file: TOUCH_ICON },
  {
    path: MANIFEST_PATH,
    contentType: 'application/manifest+json',
    text: JSON.stringify(manifest(site, clientBase(scriptUrl))),
  },
  {
    path: SPECULATION_RULES_PATH,
    contentType: 'application/speculationrules+json',
    text: JSON.stringify(SPECULATION_RULES),
  },
];

const manifest = (site: Site, base: string) => ({
  name: site.product,
  lang: 'fr',
  start_url: '/',
  display: 'browser',
  theme_color: THEME_COLOUR,
  background_color: THEME_COLOUR,
  icons: [
    { src: base + FAVICON, type: 'image/svg+xml', sizes: 'any' },
    { src: base + TOUCH_ICON, type: 'image/png', sizes: '180x180' },
  ],
});
