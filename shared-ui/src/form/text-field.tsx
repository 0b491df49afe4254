import { chakra } from '@site/shared-ui';
import type { Ref } from 'react';
import type { ControlProps } from './control-props';
import { controlRecipe } from './control-recipe';
import { type FieldTexts, fieldAria } from './field-aria';
import { FieldFrame } from './field-frame';

const Input = chakra('input', controlRecipe);

interface TextFieldProps extends FieldTexts, ControlProps<'input'> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, name, hint, error, type = 'text', ...input }: TextFieldProps) {
  const texts = { name, hint, error };
  return (
    <FieldFrame {...texts} label={label} required={input.required}>
      <Input type={type} {...input} {...fieldAria(texts).control} />
    </FieldFrame>
  );
}
