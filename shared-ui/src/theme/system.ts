import { createSystem, type SystemContext } from '@chakra-ui/react/styled-system';
import { base } from './base';
import { globalCss, hasGlobalStyles } from './styles';
import { headingRecipe, textRecipe, tokens } from './tokens';

const full = createSystem(base, {
  preflight: false,
  cssVarsPrefix: 'ui',
  globalCss: hasGlobalStyles ? {} : globalCss,
  // Chakra also sets a variable for `currentBg`, which all elements below would inherit.
  utilities: { background: { transform: (background) => ({ background }) } },
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

// Chakra would put an empty layer in the place of the preflight, which breaks the next one.
const globalStyles = () => (hasGlobalStyles ? [] : [full.getGlobalCss(), full.getTokenCss()]);

/** Chakra has no option for these. A test fails when an upgrade reads them elsewhere. */
const REPLACED = {
  cva: { value: cva },
  _global: { get: globalStyles },
  layers: { value: hasGlobalStyles ? { ...full.layers, atRule: '' } : full.layers },
} satisfies { readonly [Name in keyof SystemContext]?: PropertyDescriptor };

// A copy would read `_global`, and so generate the global styles that composed pages already have.
export const system = Object.defineProperties(full, REPLACED);
