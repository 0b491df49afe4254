import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { composedStyles, createStyleCache } from './theme/styles';

/** Renders a tree to HTML and to style elements for the page's head, which the client adopts on hydration. */
export async function renderToStyledHtml(tree: ReactNode): Promise<{ html: string; styles: string }> {
  const cache = createStyleCache();
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  // Without the option, React moves large parts into hidden elements that need a script.
  const { prelude } = await prerender(<CacheProvider value={cache}>{tree}</CacheProvider>, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  const styles = constructStyleTagsFromChunks(extractCriticalToChunks(html));
  return { html, styles: composedStyles(styles) };
}
