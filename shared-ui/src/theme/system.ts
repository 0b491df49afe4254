import { createSystem } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { hasGlobalStyles } from './composed-styles';
import { globalCss } from './global-css';
import { headingRecipe, textRecipe } from './recipes';
import { tokens } from './tokens';

const full = createSystem(base, {
  preflight: !hasGlobalStyles,
  cssVarsPrefix: 'ui',
  globalCss: hasGlobalStyles ? {} : globalCss,
  theme: {
    breakpoints: { md: '768px', lg: '1024px' },
    keyframes: { remainingTime: { from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } } },
    tokens,
    recipes: { heading: headingRecipe, text: textRecipe },
  },
});

export const system = hasGlobalStyles ? { ...full, _global: [], layers: { ...full.layers, atRule: '' } } : full;
