import { cleanEmail, LONGEST_EMAIL } from '@site/contract/email';
import { suggestEmail } from '@site/contract/email-slips';
import type { FormFields, RowOf, ValuesOf } from '@site/contract/form-fields';
import { Box, Button, Grid, Text } from '@site/shared-ui';
import { fieldId, TextAreaField, TextField } from '@site/shared-ui/form';
import type { FieldInputProps } from 'formik';
import type { RecapRow } from './recap';
import { cleanLine, cleanText } from './texts';
import { choice, limited, meantAddress } from './words';

const CLEAN = { line: cleanLine, tel: cleanLine, email: cleanEmail, text: cleanText } as const;
const TYPES = { line: 'text', tel: 'tel', email: 'email' } as const;

type Values = Readonly<Record<string, unknown>>;

const each = <Of,>(fields: FormFields, value: (name: string, field: FormFields[string]) => Of) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(name, field)]));

export const emptyValues = <Fields extends FormFields>(fields: Fields) =>
  each(fields, (_, { kind }) => (kind === 'choice' ? false : '')) as ValuesOf<Fields>;

/** The values as they are checked, sent and stored. */
export const cleanValues = <Fields extends FormFields>(fields: Fields, values: ValuesOf<Fields>) =>
  each(fields, (name, { kind, options = {} }) => {
    const value = values[name];
    if (kind === 'choice') return value;
    if (kind === 'option') return Object.keys(options).includes(String(value)) ? value : '';
    return CLEAN[kind](String(value));
  }) as ValuesOf<Fields>;

export const columnsOf = <Fields extends FormFields>(fields: Fields, values: ValuesOf<Fields>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { column, isRequired }]) => [
      column,
      values[name] === '' && !isRequired ? null : values[name],
    ]),
  ) as RowOf<Fields>;

const textsOf = (fields: FormFields) =>
  Object.entries(fields).flatMap(([name, { kind, options: _, ...field }]) =>
    kind === 'choice' || kind === 'option' ? [] : [{ name, kind, ...field }],
  );

/** The values that were sent, under the short labels of their fields. */
export const recapOf = (fields: FormFields, values: Values): readonly RecapRow[] =>
  Object.entries(fields).map(([name, { label, shortLabel = label, ...field }]) => ({
    term: shortLabel,
    value: inWords(field, values[name]),
    ...(field.kind === 'text' && { isWide: true }),
  }));

function inWords({ kind, options }: Pick<FormFields[string], 'kind' | 'options'>, value: unknown): string {
  if (kind === 'choice') return choice(value === true);
  return options ? (options[String(value)] ?? '') : String(value);
}

interface TextFieldsProps {
  readonly fields: FormFields;
  readonly form: {
    readonly getFieldProps: (name: string) => FieldInputProps<string>;
    readonly errors: { readonly [name: string]: string | undefined };
    readonly setFieldValue: (name: string, value: string) => unknown;
  };
  /** Names of the lines that take the whole width. */
  readonly wide?: readonly string[];
}

/** The fields of a form that hold a text, in the order of their declaration. */
export const TextFields = ({ fields, form, wide = [] }: TextFieldsProps) => (
  <Grid gap="6" templateColumns="repeat(auto-fit, minmax(min(100%, 15rem), 1fr))">
    {textsOf(fields).map(({ name, kind, isRequired, label, hint, placeholder, autoComplete, maxLength: most }) => {
      const maxLength = kind === 'email' ? LONGEST_EMAIL : most;
      const texts = { label, hint, placeholder, autoComplete, maxLength };
      const control = { ...form.getFieldProps(name), ...texts, error: form.errors[name] };
      return (
        <Box key={name} gridColumn={kind === 'text' || wide.includes(name) ? '1 / -1' : undefined}>
          {kind === 'text' ? (
            <TextAreaField {...control} required={isRequired} />
          ) : (
            <TextField {...control} type={TYPES[kind]} required={isRequired} />
          )}
          {/* The browser cuts what is pasted without a word. */}
          <Text role="status" fontSize="sm" css={{ '&:not(:empty)': { marginTop: '2' } }}>
            {maxLength && control.value.length >= maxLength && limited(maxLength)}
          </Text>
          {kind === 'email' && (
            <MeantAddress
              name={name}
              typed={control.value}
              onChoose={(address) => void form.setFieldValue(name, address)}
            />
          )}
        </Box>
      );
    })}
  </Grid>
);

interface MeantAddressProps {
  readonly name: string;
  readonly typed: string;
  readonly onChoose: (address: string) => void;
}

/** Offers the address that was probably meant. It refuses nothing. */
function MeantAddress({ name, typed, onChoose }: MeantAddressProps) {
  const address = cleanEmail(typed);
  const meant = suggestEmail(address);
  // Whoever types « gmail.co » may not have finished.
  const isUnfinished = meant?.startsWith(address) && document.activeElement?.id === fieldId(name);
  const choose = () => {
    onChoose(meant ?? typed);
    // The button disappears.
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <Box role="status">
      {meant && !isUnfinished && (
        <Button variant="quiet" marginTop="2" overflowWrap="anywhere" onClick={choose}>
          {meantAddress(meant)}
        </Button>
      )}
    </Box>
  );
}
