import { chakra } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { words } from '../content/words';
import { type FieldTexts, fieldId } from './field-aria';
import { FieldError, FieldHint } from './field-notes';

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
