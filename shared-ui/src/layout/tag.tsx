import { chakra } from '@chakra-ui/react/styled-system';

/** A word or two that qualifies what stands beside it. */
export const Tag = chakra('span', {
  base: {
    display: 'inline-block',
    paddingInline: '3',
    paddingBlock: '1',
    borderRadius: 'full',
    bg: 'sun',
    color: 'ink',
    fontSize: 'sm',
    fontWeight: 'semibold',
    lineHeight: 'snug',
  },
});
