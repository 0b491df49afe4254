import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';
import { buttonRecipe } from './button-recipe';

const Styled = chakra('button', buttonRecipe);

interface ButtonProps extends HTMLChakraProps<'button'> {
  /** `primary` for the one main action of a screen; `inverted` on dark surfaces. */
  readonly variant: 'primary' | 'quiet' | 'inverted';
  readonly size?: 'md' | 'lg';
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A native button, at least 44 px high. With `asChild`, the link inside looks like a button. */
export function Button(props: ButtonProps) {
  return props.asChild ? <Styled {...props} /> : <Styled type="button" {...props} />;
}
