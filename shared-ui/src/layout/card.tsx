import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';

const Surface = chakra('div', {
  base: { borderWidth: '1px', borderRadius: 'card', padding: { base: '6', md: '8' } },
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
