import { chakra } from '@chakra-ui/react/styled-system';

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
