/** Files of `pictures/`, which the build copies next to the shell's scripts. */
export const FAVICON = 'favicon.svg';
export const FAVICON_ICO = 'favicon.ico';
export const TOUCH_ICON = 'apple-touch-icon.png';
export const SHARE_PICTURE = { file: 'og.png', width: 1200, height: 630 } as const;

export const THEME_COLOUR = '#FBF8F1';

/** Address of the folder of the shell's client files, with a trailing slash. */
export const clientBase = (scriptUrl: string) => scriptUrl.slice(0, scriptUrl.lastIndexOf('/') + 1);
