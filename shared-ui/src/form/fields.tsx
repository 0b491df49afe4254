import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { chakra, defineRecipe, Icon } from '@site/shared-ui';
import { CircleAlert } from 'lucide';
import type { ReactNode, Ref } from 'react';
import { words } from '../content/words';

export const fieldId = (name: string): string => `field-${name}`;

export interface FieldTexts {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

export function fieldAria({ name, hint, error }: FieldTexts) {
  const id = fieldId(name);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return {
    hintId,
    errorId,
    control: { id, name, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined },
  };
}

/** The native control's properties, except those that the field component sets. */
export type ControlProps<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  HTMLChakraProps<Tag>,
  keyof FieldTexts | 'id' | 'children' | 'aria-invalid' | 'aria-describedby'
>;

const Hint = chakra('p', { base: { fontSize: 'sm', color: 'ink.soft', lineHeight: 'snug' } });
const ErrorLine = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    alignItems: 'flex-start',
    color: 'alarm',
    fontWeight: 'medium',
    lineHeight: 'snug',
  },
});

function FieldHint(texts: FieldTexts) {
  if (!texts.hint) return null;
  return <Hint id={fieldAria(texts).hintId}>{texts.hint}</Hint>;
}

export function FieldError(texts: FieldTexts) {
  if (!texts.error) return null;
  return (
    <ErrorLine id={fieldAria(texts).errorId}>
      <Icon of={CircleAlert} />
      <span>{texts.error}</span>
    </ErrorLine>
  );
}

const Frame = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '2' } });
const LabelRow = chakra('div', { base: { display: 'flex', alignItems: 'baseline', gap: '2', flexWrap: 'wrap' } });
const Label = chakra('label', { base: { fontWeight: 'semibold', lineHeight: 'snug' } });
const RequiredMark = chakra('span', { base: { fontSize: 'sm', color: 'ink.soft', lineHeight: 'snug' } });

interface FieldFrameProps extends FieldTexts {
  readonly label: string;
  readonly required?: boolean | undefined;
  readonly children: ReactNode;
}

export function FieldFrame({ label, required, children, ...texts }: FieldFrameProps) {
  return (
    <Frame>
      <LabelRow>
        <Label htmlFor={fieldId(texts.name)}>{label}</Label>
        {required && <RequiredMark>{words.required}</RequiredMark>}
      </LabelRow>
      <FieldHint {...texts} />
      {children}
      <FieldError {...texts} />
    </Frame>
  );
}

export const controlRecipe = defineRecipe({
  base: {
    width: 'full',
    minHeight: '12',
    paddingInline: '4',
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
    _invalid: { borderColor: 'alarm', boxShadow: 'inset 0 0 0 1px var(--ui-colors-alarm)' },
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

const TICK = 'polygon(14% 44%, 0 65%, 45% 100%, 100% 16%, 80% 0%, 38% 62%)';

const checkboxRecipe = defineRecipe({
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    flexShrink: 0,
    width: '6',
    height: '6',
    bg: 'chalk',
    borderWidth: '2px',
    borderColor: 'edge',
    borderRadius: '6px',
    cursor: 'pointer',
    _before: { content: '""', width: '14px', height: '14px', clipPath: TICK, bg: 'transparent' },
    // Chakra would sort the media query of `_hover` with `localeCompare`, whose first call is slow.
    '&:hover': { borderColor: 'ink' },
    _checked: { bg: 'tile', borderColor: 'tile', _before: { bg: 'chalk' } },
    _invalid: { borderColor: 'alarm' },
    _highContrast: { appearance: 'auto', _before: { display: 'none' } },
  },
});

const CheckboxInput = chakra('input', checkboxRecipe);
export const CheckRow = chakra('label', {
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
      <CheckRow>
        <CheckboxInput type="checkbox" {...input} {...fieldAria(texts).control} />
        <span>{label}</span>
      </CheckRow>
      <FieldHint {...texts} />
      <FieldError {...texts} />
    </div>
  );
}
