import { defineRecipe } from '@site/shared-ui';

export const controlRecipe = defineRecipe({
  base: {
    width: 'full',
    minHeight: '12',
    paddingInline: '4',
    paddingBlock: '3',
    bg: 'chalk',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'button',
    fontSize: 'md',
    lineHeight: 'snug',
    _hover: { borderColor: 'ink' },
    _placeholder: { color: 'ink.soft' },
    // An inner shadow thickens the edge without moving the text.
    _invalid: { borderColor: 'tile.deep', boxShadow: 'inset 0 0 0 1px var(--ui-colors-tile-deep)' },
  },
});
