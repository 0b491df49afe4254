import { PRIVATE_MANIFEST_PATH, SPECULATION_RULES_PATH } from '@site/contract/addresses';
import type { Site } from '@site/contract/host';
import type { ReleaseIndex } from '@site/contract/release-index';
import type { ShellBuild } from '@site/contract/shell-build';
import { palette } from '@site/shared-ui/server';
import { pathsOf } from './paths-of';

/** Files of `pictures/`, which the build copies next to the shell's scripts. */
const FAVICON = 'favicon.svg';
const FAVICON_ICO = 'favicon.ico';
export const TOUCH_ICON = 'apple-touch-icon.png';
export const SHARE_PICTURE = { file: 'og.png', width: 1200, height: 630 } as const;

/** Address of the folder of the shell's client files, with a trailing slash. */
export const clientBase = (scriptUrl: string) => scriptUrl.slice(0, scriptUrl.lastIndexOf('/') + 1);

const MANIFEST_PATH = '/site.webmanifest';
const FAVICON_PATH = `/${FAVICON_ICO}`;

/** Before hydration, the browser prefetches the booking page on hover and any other page on pointerdown. */
const speculationRules = (index: ReleaseIndex) => ({
  prefetch: [
    { where: { href_matches: pathsOf(index).booking }, eagerness: 'moderate' },
    { where: { href_matches: '/*' }, eagerness: 'conservative' },
  ],
});

/** Files that browsers request at the root unasked, and files whose address must not change with a release. */
export const rootFiles: ShellBuild['rootFiles'] = (site, scriptUrl, index) => [
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
    text: JSON.stringify(speculationRules(index)),
  },
];

const manifest = (site: Site, base: string) => ({
  name: site.product,
  lang: 'fr',
  start_url: '/',
  display: 'browser',
  theme_color: palette.paper,
  background_color: palette.paper,
  icons: [
    { src: base + FAVICON, type: 'image/svg+xml', sizes: 'any' },
    { src: base + TOUCH_ICON, type: 'image/png', sizes: '180x180' },
  ],
});

/** A private part has an icon of its own, which an iPhone takes from the manifest only without a touch icon. */
export const iconTags = (scriptUrl: string, isPrivate = false) => `<meta name="theme-color" content="${palette.paper}">
<link rel="icon" href="${FAVICON_PATH}" sizes="32x32">
<link rel="icon" href="${clientBase(scriptUrl)}${FAVICON}" type="image/svg+xml">
${isPrivate ? `<link rel="manifest" href="${PRIVATE_MANIFEST_PATH}">` : publicTags(scriptUrl)}`;

const publicTags = (scriptUrl: string) => `<link rel="apple-touch-icon" href="${clientBase(scriptUrl)}${TOUCH_ICON}">
<link rel="manifest" href="${MANIFEST_PATH}">`;
