import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider, Global } from '@emotion/react';
import type { ReactNode } from 'react';
import { fontFaces } from './theme/fonts';
import { createComposedCache, hasGlobalStyles, resetCss } from './theme/styles';
import { system } from './theme/system';

/** Before hydration, links load documents; the browser cross-fades them. */
const pageTransition = '@media (prefers-reduced-motion: no-preference){@view-transition{navigation:auto}}';

const cache = typeof document === 'undefined' ? null : createComposedCache();

/** Provides tokens, global styles and fonts; render it once, at the root. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  const provided = (
    <ChakraProvider value={system}>
      {!hasGlobalStyles && <Global styles={resetCss + fontFaces + pageTransition} />}
      {children}
    </ChakraProvider>
  );
  // The composer provides a cache for each page that it renders.
  return cache ? <CacheProvider value={cache}>{provided}</CacheProvider> : provided;
}
