import { createSystem } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { hasGlobalStyles } from './composed-styles';
import { globalCss } from './global-css';
import { headingRecipe, textRecipe } from './recipes';
import { tokens } from './tokens';

const full = createSystem(base, {
  preflight: false,
  cssVarsPrefix: 'ui',
  globalCss: hasGlobalStyles ? {} : globalCss,
  theme: {
    breakpoints: { md: '768px', lg: '1024px' },
    keyframes: { remainingTime: { from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } } },
    tokens,
    recipes: { heading: headingRecipe, text: textRecipe },
  },
});

// Chakra makes an element's recipe anew with every render; kept, it also keeps what it has worked out.
const recipes = new WeakMap<object, unknown>();
const cva = (config: object) => {
  if (!recipes.has(config)) recipes.set(config, full.cva(config));
  return recipes.get(config);
};

const ours = { ...full, cva: cva as typeof full.cva };

// Of the global styles all but the preflight: its empty layer would spoil the one that follows.
export const system = hasGlobalStyles
  ? { ...ours, _global: [], layers: { ...full.layers, atRule: '' } }
  : { ...ours, _global: [full.getGlobalCss(), full.getTokenCss()] };
