import createCache, { type EmotionCache } from '@emotion/cache';

/** Marks the style element that only one composed page has. */
const OWN = 'data-own';
/** Marks the style elements that all composed pages have. */
const GLOBAL = 'data-global';

/** Adds no vendor prefixes: the source contains the few that supported browsers need. */
export const createStyleCache = (): EmotionCache => createCache({ key: 'css', stylisPlugins: [] });

/**
 * Replaces Emotion's attribute on a page's style elements. Emotion would move elements that have it, and the browser
 * would lay out the whole page again.
 */
export const composedStyles = (tags: string): string =>
  tags.replaceAll(/data-emotion="css-global [^"]*"/g, GLOBAL).replaceAll(/data-emotion="css [^"]*"/g, OWN);

/** Creates the browser's Emotion cache, which treats the classes of the composed page as inserted. */
export function createComposedCache(): EmotionCache {
  const cache = createStyleCache();
  for (const { textContent } of document.querySelectorAll(`style[${OWN}]`)) {
    for (const [, name = ''] of (textContent ?? '').matchAll(/\.css-(\w+)/g)) cache.inserted[name] = true;
  }
  return cache;
}

/** A composed page already has the global styles in its head, so they are not generated again. */
export const hasGlobalStyles = typeof document !== 'undefined' && document.querySelector(`style[${GLOBAL}]`) !== null;
