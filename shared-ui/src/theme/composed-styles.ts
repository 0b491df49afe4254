import createCache, { type EmotionCache } from '@emotion/cache';

/** Marks, on a composed page, the style element of its own. */
const OWN = 'data-own';
/** Marks the style elements that all pages have in common. */
const GLOBAL = 'data-global';

/** Without vendor prefixes: the few that the supported browsers still want are written where they are wanted. */
export const createStyleCache = (): EmotionCache => createCache({ key: 'css', stylisPlugins: [] });

/**
 * What the composer writes for Emotion's style elements of a page. Emotion would take those that bear its own mark out
 * of the head and put them back, and the browser would lay out the whole page anew.
 */
export const composedStyles = (tags: string): string =>
  tags.replaceAll(/data-emotion="css-global [^"]*"/g, GLOBAL).replaceAll(/data-emotion="css [^"]*"/g, OWN);

/** Emotion's cache in the browser, which takes what the composed page has as inserted and touches nothing of it. */
export function createComposedCache(): EmotionCache {
  const cache = createStyleCache();
  for (const { textContent } of document.querySelectorAll(`style[${OWN}]`)) {
    for (const [, name = ''] of (textContent ?? '').matchAll(/\.css-(\w+)/g)) cache.inserted[name] = true;
  }
  return cache;
}

/** A composed page has the global styles in its head for good: they are neither made nor inserted again. */
export const hasGlobalStyles = typeof document !== 'undefined' && document.querySelector(`style[${GLOBAL}]`) !== null;
