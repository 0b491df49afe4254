import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';

const Square = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '11',
    height: '11',
    borderRadius: 'button',
    borderWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    transition: 'border-color 120ms',
    _hover: { borderColor: 'currentcolor' },
  },
});

export interface IconButtonProps extends HTMLChakraProps<'button'> {
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
