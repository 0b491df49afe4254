import { chakra } from '@chakra-ui/react/styled-system';

export const TextLink = chakra('a', {
  base: {
    color: 'var(--link)',
    fontWeight: 'medium',
    textDecoration: 'underline',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '3px',
    borderRadius: '2px',
    // Makes the link tall enough to tap without moving the lines of a sentence.
    paddingBlock: '2px',
    _hover: { color: 'var(--link-pressed)', textDecorationThickness: '3px' },
  },
});
