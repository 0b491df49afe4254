import { clientBase, FAVICON, THEME_COLOUR, TOUCH_ICON } from './pictures';
import { FAVICON_PATH, MANIFEST_PATH } from './root-files';

/** The Content-Security-Policy of a private part's page refuses a manifest. */
export const iconTags = (scriptUrl: string, isPrivate = false) => `<meta name="theme-color" content="${THEME_COLOUR}">
<link rel="icon" href="${FAVICON_PATH}" sizes="32x32">
<link rel="icon" href="${clientBase(scriptUrl)}${FAVICON}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${clientBase(scriptUrl)}${TOUCH_ICON}">${isPrivate ? '' : `\n<link rel="manifest" href="${MANIFEST_PATH}">`}`;
