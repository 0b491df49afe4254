import { chakra } from '@site/shared-ui';
import type { Ref } from 'react';
import type { ControlProps } from './control-props';
import { controlRecipe } from './control-recipe';
import { type FieldTexts, fieldAria } from './field-aria';
import { FieldFrame } from './field-frame';

const MIN_HEIGHT_PX = 120;
const Area = chakra('textarea', controlRecipe);

interface TextAreaFieldProps extends FieldTexts, ControlProps<'textarea'> {
  readonly label: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextAreaField({ label, name, hint, error, ...area }: TextAreaFieldProps) {
  const texts = { name, hint, error };
  return (
    <FieldFrame {...texts} label={label} required={area.required}>
      <Area minHeight={`${MIN_HEIGHT_PX}px`} {...area} {...fieldAria(texts).control} />
    </FieldFrame>
  );
}
