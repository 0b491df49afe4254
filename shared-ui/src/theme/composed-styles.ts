import createCache, { type EmotionCache } from '@emotion/cache';

/** Lists, on a composed page's own style element, the classes that it holds. */
const CLASSES = 'data-classes';
/** Marks the style elements that all pages have in common. */
const GLOBAL = 'data-global';

/**
 * What the composer writes for Emotion's style elements of a page. Emotion would take those that bear its own mark out
 * of the head and put them back, and the browser would lay out the whole page anew.
 */
export const composedStyles = (tags: string): string =>
  tags.replaceAll('data-emotion="css ', `${CLASSES}="`).replaceAll('data-emotion="css-global ', `${GLOBAL}="`);

/** Emotion's cache in the browser, which takes what the composed page has as inserted and touches nothing of it. */
export function createComposedCache(): EmotionCache {
  const cache = createCache({ key: 'css' });
  for (const style of document.querySelectorAll(`style[${CLASSES}]`)) {
    for (const name of style.getAttribute(CLASSES)?.split(' ') ?? []) cache.inserted[name] = true;
  }
  return cache;
}

/** A composed page has the global styles in its head for good: they are neither made nor inserted again. */
export const hasGlobalStyles = typeof document !== 'undefined' && document.querySelector(`style[${GLOBAL}]`) !== null;
