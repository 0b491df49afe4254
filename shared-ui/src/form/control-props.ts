import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import type { FieldTexts } from './field-aria';

/** What a field takes beside its texts: the native control's own properties, except those that the field sets. */
export type ControlProps<Tag extends 'input' | 'textarea'> = Omit<
  HTMLChakraProps<Tag>,
  keyof FieldTexts | 'id' | 'children' | 'aria-invalid' | 'aria-describedby'
>;
