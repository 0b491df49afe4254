import createCache, { type EmotionCache } from '@emotion/cache';

/** Marks the style element of one composed page. */
const OWN = 'data-own';
/** Marks the style elements of all composed pages. */
const GLOBAL = 'data-global';

/** Without vendor prefixes: the few that supported browsers need are written in place. */
export const createStyleCache = (): EmotionCache => createCache({ key: 'css', stylisPlugins: [] });

/**
 * Replaces Emotion's attribute on the style elements of a page: Emotion would move elements that carry it, and the
 * browser would lay out the whole page again.
 */
export const composedStyles = (tags: string): string =>
  tags.replaceAll(/data-emotion="css-global [^"]*"/g, GLOBAL).replaceAll(/data-emotion="css [^"]*"/g, OWN);

/** Emotion's cache in the browser, in which the classes of the composed page count as inserted. */
export function createComposedCache(): EmotionCache {
  const cache = createStyleCache();
  for (const { textContent } of document.querySelectorAll(`style[${OWN}]`)) {
    for (const [, name = ''] of (textContent ?? '').matchAll(/\.css-(\w+)/g)) cache.inserted[name] = true;
  }
  return cache;
}

/** A composed page has the global styles in its head: they are not generated again. */
export const hasGlobalStyles = typeof document !== 'undefined' && document.querySelector(`style[${GLOBAL}]`) !== null;
