import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { FieldTexts } from './field-aria';

/** A field's texts and the native control's properties, except those that the field sets. */
export type ControlProps<Tag extends 'input' | 'textarea'> = Omit<
  HTMLChakraProps<Tag>,
  keyof FieldTexts | 'id' | 'children' | 'aria-invalid' | 'aria-describedby'
>;
