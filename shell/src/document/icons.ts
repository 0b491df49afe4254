import { clientBase, FAVICON, THEME_COLOUR, TOUCH_ICON } from './pictures';
import { FAVICON_PATH, MANIFEST_PATH } from './root-files';

/** A private part's page has no manifest, which its policy refuses. */
export const iconTags = (scriptUrl: string, isPrivate = false) => `<meta name="theme-color" content="${THEME_COLOUR}">
<link rel="icon" href="${FAVICON_PATH}" sizes="32x32">
<link rel="icon" href="${clientBase(scriptUrl)}${FAVICON}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${clientBase(scriptUrl)}${TOUCH_ICON}">${isPrivate ? '' : `\n<link rel="manifest" href="${MANIFEST_PATH}">`}`;
