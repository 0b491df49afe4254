import { chakra } from '@chakra-ui/react/styled-system';

/** A word or two that qualifies what stands beside it. */
export const Tag = chakra('span', {
  base: {
    display: 'inline-block',
    paddingInline: '3',
    paddingBlock: '1',
    borderRadius: 'full',
    // Seen only where the visitor forces colours.
    borderWidth: '1px',
    borderColor: 'transparent',
    bg: 'sun',
    color: 'ink',
    fontSize: 'sm',
    fontWeight: 'semibold',
    lineHeight: 'snug',
  },
});
