import { defineRecipe } from '@chakra-ui/react/styled-system';

export const headingRecipe = defineRecipe({
  base: {
    fontFamily: 'heading',
    fontWeight: 'bold',
    lineHeight: 'tight',
    letterSpacing: '-0.01em',
    textWrap: 'balance',
  },
  variants: {
    size: {
      md: { fontSize: 'md', lineHeight: 'snug' },
      lg: { fontSize: 'lg', lineHeight: 'snug' },
      xl: { fontSize: 'xl', lineHeight: 'snug' },
      '2xl': { fontSize: '2xl' },
      '3xl': { fontSize: '3xl' },
      '4xl': { fontSize: '4xl', letterSpacing: '-0.02em' },
    },
  },
  defaultVariants: { size: 'xl' },
});

export const textRecipe = defineRecipe({ base: { textWrap: 'pretty' } });
