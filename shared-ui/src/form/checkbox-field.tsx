import { chakra } from '@site/shared-ui';
import type { Ref } from 'react';
import { checkboxRecipe } from './checkbox-recipe';
import type { ControlProps } from './control-props';
import { type FieldTexts, fieldAria } from './field-aria';
import { FieldError, FieldHint } from './field-notes';

const Box = chakra('input', checkboxRecipe);
const Row = chakra('label', {
  base: { display: 'flex', alignItems: 'center', gap: '3', minHeight: '11', lineHeight: 'snug', cursor: 'pointer' },
});

interface CheckboxFieldProps extends FieldTexts, Omit<ControlProps<'input'>, 'type'> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function CheckboxField({ label, name, hint, error, ...input }: CheckboxFieldProps) {
  const texts = { name, hint, error };
  return (
    <div>
      <Row>
        <Box type="checkbox" {...input} {...fieldAria(texts).control} />
        <span>{label}</span>
      </Row>
      <FieldHint {...texts} />
      <FieldError {...texts} />
    </div>
  );
}
