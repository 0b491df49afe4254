import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem } from '@chakra-ui/react/styled-system';
import { globalCss } from './global-css';
import { headingRecipe, textRecipe } from './recipes';
import { tokens } from './tokens';

export const system = createSystem(defaultBaseConfig, {
  preflight: true,
  cssVarsPrefix: 'ui',
  globalCss,
  theme: {
    breakpoints: { md: '768px', lg: '1024px' },
    keyframes: { remainingTime: { from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } } },
    tokens,
    recipes: { heading: headingRecipe, text: textRecipe },
  },
});
