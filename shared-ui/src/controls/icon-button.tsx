import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';

const Square = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    // 44 px, and no more than a seventh of a phone with large text.
    width: 'min(2.75rem, 14vw)',
    height: 'min(2.75rem, 14vw)',
    borderRadius: 'button',
    borderWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    transition: 'border-color 120ms',
    _hover: { borderColor: 'currentcolor' },
  },
});

interface IconButtonProps extends HTMLChakraProps<'button'> {
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, ...props }: IconButtonProps) {
  return props.asChild ? (
    <Square aria-label={label} {...props} />
  ) : (
    <Square type="button" aria-label={label} {...props} />
  );
}
