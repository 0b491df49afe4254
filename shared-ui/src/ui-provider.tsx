import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { Global } from '@emotion/react';
import type { ReactNode } from 'react';
import { fontFaces } from './theme/fonts';
import { system } from './theme/system';

/** Stands once, above everything: tokens, global styles and fonts for all that it holds. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <Global styles={fontFaces} />
      {children}
    </ChakraProvider>
  );
}
