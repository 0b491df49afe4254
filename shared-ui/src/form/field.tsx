import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { chakra, Icon } from '@site/shared-ui';
import { CircleAlert } from 'lucide';
import type { ReactNode } from 'react';
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
    control: {
      id,
      name,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}

/** The native control's properties, except those that the field component sets. */
export type ControlProps<Tag extends 'input' | 'textarea'> = Omit<
  HTMLChakraProps<Tag>,
  keyof FieldTexts | 'id' | 'children' | 'aria-invalid' | 'aria-describedby'
>;

const Hint = chakra('p', { base: { fontSize: 'sm', color: 'ink.soft', lineHeight: 'snug' } });
const ErrorLine = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    alignItems: 'flex-start',
    color: 'tile.deep',
    fontWeight: 'medium',
    lineHeight: 'snug',
  },
});

export function FieldHint(texts: FieldTexts) {
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
