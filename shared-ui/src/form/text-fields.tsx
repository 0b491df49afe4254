import { chakra, defineRecipe } from '@site/shared-ui';
import type { Ref } from 'react';
import { type ControlProps, FieldFrame, type FieldTexts, fieldAria } from './field';

const controlRecipe = defineRecipe({
  base: {
    width: 'full',
    minHeight: '12',
    // On a phone, larger text does not widen it: a date would not fit.
    paddingInline: 'min(1rem, 4.5vw)',
    paddingBlock: '3',
    bg: 'chalk',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'button',
    fontSize: 'md',
    lineHeight: 'snug',
    _hover: { borderColor: 'ink' },
    _placeholder: { color: 'ink.soft' },
    // An inner shadow thickens the edge without moving the text.
    _invalid: { borderColor: 'tile.deep', boxShadow: 'inset 0 0 0 1px var(--ui-colors-tile-deep)' },
  },
});

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
