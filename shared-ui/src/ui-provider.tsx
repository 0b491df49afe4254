import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { CacheProvider, Global } from '@emotion/react';
import type { ReactNode } from 'react';
import { createComposedCache, hasGlobalStyles } from './theme/composed-styles';
import { fontFaces } from './theme/fonts';
import { resetCss } from './theme/reset-css';
import { system } from './theme/system';

/** From page to page of the site the browser fades one into the other, while links still load pages. */
const pageTransition = '@media (prefers-reduced-motion: no-preference){@view-transition{navigation:auto}}';

const cache = typeof document === 'undefined' ? null : createComposedCache();

/** Stands once, above everything: tokens, global styles and fonts for all that it holds. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  const provided = (
    <ChakraProvider value={system}>
      {!hasGlobalStyles && <Global styles={resetCss + fontFaces + pageTransition} />}
      {children}
    </ChakraProvider>
  );
  // The composer brings a cache for each page that it renders.
  return cache ? <CacheProvider value={cache}>{provided}</CacheProvider> : provided;
}
