import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { FieldTexts } from './field-aria';

/** The native control's properties, except those that the field component sets. */
export type ControlProps<Tag extends 'input' | 'textarea'> = Omit<
  HTMLChakraProps<Tag>,
  keyof FieldTexts | 'id' | 'children' | 'aria-invalid' | 'aria-describedby'
>;
