import { chakra, type HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';
import { buttonRecipe } from './button-recipe';

const Styled = chakra('button', buttonRecipe);

export interface ButtonProps extends HTMLChakraProps<'button'> {
  /** `primary` is the one action of a screen; `inverted` is for dark grounds. */
  readonly variant: 'primary' | 'quiet' | 'inverted';
  readonly size?: 'md' | 'lg';
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A real button of at least 44 px; with `asChild` the link inside it takes its looks and stays a link. */
export function Button(props: ButtonProps) {
  return props.asChild ? <Styled {...props} /> : <Styled type="button" {...props} />;
}
