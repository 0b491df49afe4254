import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { chakra } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { CheckRow, type ControlProps, controlRecipe, FieldFrame, type FieldTexts, fieldAria } from './fields';

// Apart from the other fields: their module runs in each part with a form, and most have no such choice.

const Select = chakra('select', controlRecipe);

interface SelectFieldProps extends FieldTexts, ControlProps<'select'> {
  readonly label: string;
  readonly children: ReactNode;
}

export function SelectField({ label, name, hint, error, ...select }: SelectFieldProps) {
  const texts = { name, hint, error };
  return (
    <FieldFrame {...texts} label={label} required={select.required}>
      <Select textOverflow="ellipsis" {...select} {...fieldAria(texts).control} />
    </FieldFrame>
  );
}

interface ChoiceFieldProps extends Omit<SelectFieldProps, 'children'> {
  readonly options: Readonly<Record<string, string>>;
  /** Label of the empty value. */
  readonly none: string;
}

export const ChoiceField = ({ options, none, ...select }: ChoiceFieldProps) => (
  <SelectField {...select}>
    <option value="">{none}</option>
    {Object.entries(options).map(([choice, label]) => (
      <option key={choice} value={choice}>
        {label}
      </option>
    ))}
  </SelectField>
);

const RadioInput = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: 0,
    width: '6',
    height: '6',
    bg: 'chalk',
    borderWidth: '2px',
    borderColor: 'edge',
    borderRadius: 'full',
    _checked: { borderWidth: '8px', borderColor: 'tile' },
  },
});

interface RadioProps extends Omit<HTMLChakraProps<'input'>, 'type'> {
  readonly label: string;
}

/** One of several choices; their `fieldset` names the question. */
export function Radio({ label, ...input }: RadioProps) {
  return (
    <CheckRow>
      <RadioInput type="radio" {...input} />
      <span>{label}</span>
    </CheckRow>
  );
}
