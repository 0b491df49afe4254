import { defineRecipe } from '@site/shared-ui';

const TICK = 'polygon(14% 44%, 0 65%, 45% 100%, 100% 16%, 80% 0%, 38% 62%)';

export const checkboxRecipe = defineRecipe({
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    flexShrink: 0,
    width: '6',
    height: '6',
    bg: 'chalk',
    borderWidth: '2px',
    borderColor: 'edge',
    borderRadius: '6px',
    cursor: 'pointer',
    _before: { content: '""', width: '14px', height: '14px', clipPath: TICK, bg: 'transparent' },
    // Not `_hover`: Chakra would sort its media query with `localeCompare`, whose first call is slow.
    '&:hover': { borderColor: 'ink' },
    _checked: { bg: 'tile', borderColor: 'tile', _before: { bg: 'chalk' } },
    _invalid: { borderColor: 'tile.deep' },
    _highContrast: { appearance: 'auto', _before: { display: 'none' } },
  },
});
