import { createSystem } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { globalCss, hasGlobalStyles } from './styles';
import { headingRecipe, textRecipe, tokens } from './tokens';

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

// Chakra creates an element's recipe at every render. A cached recipe also caches its computed styles.
const recipes = new WeakMap<object, unknown>();
const { cva: createRecipe } = full;
const cva = (config: object) => {
  if (!recipes.has(config)) recipes.set(config, createRecipe(config));
  return recipes.get(config);
};

// Without the preflight, which is switched off: Chakra would put an empty layer in its place, which breaks the next one.
const globalStyles = () => (hasGlobalStyles ? [] : [full.getGlobalCss(), full.getTokenCss()]);

// Not a copy: copying would generate the global styles, which composed pages already have.
export const system = Object.defineProperties(full, {
  cva: { value: cva },
  _global: { get: globalStyles },
  layers: { value: hasGlobalStyles ? { ...full.layers, atRule: '' } : full.layers },
});
