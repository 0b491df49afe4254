import { chakra } from '@chakra-ui/react/styled-system';

/** One or two words that qualify the text beside them. */
export const Tag = chakra('span', {
  base: {
    display: 'inline-block',
    paddingInline: '3',
    paddingBlock: '1',
    borderRadius: 'full',
    // Visible only with forced colours.
    borderWidth: '1px',
    borderColor: 'transparent',
    bg: 'sun',
    color: 'ink',
    fontSize: 'sm',
    fontWeight: 'semibold',
    lineHeight: 'snug',
  },
});
