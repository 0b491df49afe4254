import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';

const Surface = chakra('div', {
  base: {
    borderWidth: '1px',
    borderRadius: 'card',
    // On a phone, larger text does not widen the padding: the words need the room.
    padding: { base: 'min(1.5rem, 6.7vw)', md: '8' },
  },
  variants: {
    tone: { chalk: { borderColor: 'sand' }, sage: { borderColor: 'sage' } },
  },
});

interface CardProps extends HTMLChakraProps<'div'> {
  readonly tone?: 'chalk' | 'sage';
}

export function Card({ tone = 'chalk', ...props }: CardProps) {
  return <Surface tone={tone} data-surface={tone} {...props} />;
}
