import { chakra, Stack } from '@site/shared-ui';
import type { ReactNode } from 'react';

const Control = chakra('select', {
  base: {
    width: 'full',
    minHeight: '12',
    paddingInline: 'min(1rem, 4.5vw)',
    bg: 'chalk',
    color: 'ink',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'button',
    fontSize: 'md',
  },
});
const Label = chakra('label', { base: { fontWeight: 'semibold' } });

interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function SelectField({ label, name, value, onValue, disabled, children }: SelectFieldProps) {
  return (
    <Stack gap="2">
      <Label htmlFor={name}>{label}</Label>
      <Control id={name} value={value} disabled={disabled} onChange={(event) => onValue(event.target.value)}>
        {children}
      </Control>
    </Stack>
  );
}
