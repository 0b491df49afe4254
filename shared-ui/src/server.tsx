import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { composedStyles, createStyleCache } from './theme/composed-styles';

/**
 * A tree as plain HTML, and the style elements for the page's head that the client adopts when it hydrates.
 */
export async function renderToStyledHtml(tree: ReactNode): Promise<{ html: string; styles: string }> {
  const cache = createStyleCache();
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  // Without the option React moves large parts into hidden elements that only scripts put back.
  const { prelude } = await prerender(<CacheProvider value={cache}>{tree}</CacheProvider>, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  const styles = constructStyleTagsFromChunks(extractCriticalToChunks(html));
  return { html, styles: composedStyles(styles) };
}
