import { cleanEmail, LONGEST_EMAIL } from '@site/contract/email';
import { type FormFields, optionInWords, type RowOf, type ValuesOf } from '@site/contract/form-fields';
import { Box, Button, Grid, Text } from '@site/shared-ui';
import { fieldId, TextAreaField, TextField } from '@site/shared-ui/form';
import type { FieldInputProps } from 'formik';
import { type FormEvent, useEffect, useState } from 'react';
import { addressQuestion, atLimit, choiceInWords } from './content/words';
import { doubtOf } from './doubts';
import type { RecapRow } from './recap';
import { cleanLine, cleanText } from './texts';

const CLEAN = { line: cleanLine, tel: cleanLine, email: cleanEmail, text: cleanText } as const;
const TYPES = { line: 'text', tel: 'tel', email: 'email' } as const;

type Values = Readonly<Record<string, unknown>>;

const each = <Value,>(fields: FormFields, value: (name: string, field: FormFields[string]) => Value) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, value(name, field)]));

export const emptyValues = <Fields extends FormFields>(fields: Fields) =>
  each(fields, (_, { kind }) => (kind === 'checkbox' ? false : '')) as ValuesOf<Fields>;

/** The values as they are checked, sent and stored. */
export const cleanValues = <Fields extends FormFields>(fields: Fields, values: ValuesOf<Fields>) =>
  each(fields, (name, { kind, options = {} }) => {
    const value = values[name];
    if (kind === 'checkbox') return value;
    if (kind === 'radio') return Object.keys(options).includes(String(value)) ? value : '';
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
    kind === 'checkbox' || kind === 'radio' ? [] : [{ name, kind, ...field }],
  );

/** The values that were sent, under the short labels of their fields. */
export const recapOf = (fields: FormFields, values: Values, dates?: readonly string[]): readonly RecapRow[] =>
  Object.entries(fields).map(([name, { label, shortLabel = label, ...field }]) => ({
    term: shortLabel,
    value: inWords(field, values[name], dates),
    ...(field.kind === 'text' && { isWide: true }),
  }));

function inWords(field: Omit<FormFields[string], 'label'>, value: unknown, dates?: readonly string[]): string {
  if (field.kind === 'checkbox') return choiceInWords(value === true);
  if (field.kind === 'tel') return inPairs(String(value));
  return field.options ? optionInWords(field, value, dates) : String(value);
}

/** A French number that was typed in one piece. `readPhone` knows more, and would cost each page half a kilobyte. */
const inPairs = (phone: string): string =>
  phone
    .replace(/^(?:\+33|0)(\d{9})$/, '0$1')
    .replace(/^\d{10}$/, (digits) => digits.replace(/\d\d(?=\d)/g, '$&\u00a0'));

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
export function TextFields({ fields, form, wide = [] }: TextFieldsProps) {
  const { edited, onInput } = useEditedField();
  return (
    <Grid gap="6" templateColumns="repeat(auto-fit, minmax(min(100%, 15rem), 1fr))" onInput={onInput}>
      {textsOf(fields).map(({ name, kind, isRequired, label, hint, placeholder, autoComplete, maxLength: limit }) => {
        const maxLength = kind === 'email' ? LONGEST_EMAIL : limit;
        const texts = { label, hint, placeholder, autoComplete, maxLength };
        const control = { ...form.getFieldProps(name), ...texts, error: form.errors[name] };
        return (
          <Box key={name} gridColumn={kind === 'text' || wide.includes(name) ? '1 / -1' : undefined}>
            {kind === 'text' ? (
              <TextAreaField {...control} required={isRequired} />
            ) : (
              <TextField {...control} type={TYPES[kind]} required={isRequired} />
            )}
            {/* The browser cuts a pasted text silently. */}
            <Text role="status" fontSize="sm" css={{ '&:not(:empty)': { marginTop: '2' } }}>
              {maxLength && control.value.length >= maxLength && atLimit(maxLength)}
            </Text>
            <FieldDoubt
              kind={kind}
              name={name}
              typed={control.value}
              isEdited={edited === name}
              onChoose={(meant) => void form.setFieldValue(name, meant)}
            />
          </Box>
        );
      })}
    </Grid>
  );
}

/** The field in which the visitor types, until it is left. */
export function useEditedField() {
  const [edited, setEdited] = useState<string>();
  useEffect(() => {
    const leave = () => {
      if (edited && document.activeElement?.id !== fieldId(edited)) setEdited(undefined);
    };
    // Not `blur`, with which a press begins: what appears then would move the target of the press.
    document.addEventListener('click', leave);
    document.addEventListener('keyup', leave);
    return () => {
      document.removeEventListener('click', leave);
      document.removeEventListener('keyup', leave);
    };
  }, [edited]);
  return { edited, onInput: ({ target }: FormEvent) => setEdited((target as HTMLInputElement).name) };
}

interface FieldDoubtProps {
  readonly kind: FormFields[string]['kind'];
  readonly name: string;
  readonly typed: string;
  readonly isEdited: boolean;
  readonly onChoose: (meant: string) => void;
}

/** Says below a field that its value may be mistyped, and offers the value that was probably meant. */
export function FieldDoubt({ kind, name, typed, isEdited, onChoose }: FieldDoubtProps) {
  const { text, meant } = doubtOf(kind, typed) ?? {};
  // Whoever types « gmail.co » or « 06 12 » may not have finished.
  const isUnfinished = isEdited && (meant?.startsWith(cleanEmail(typed)) ?? true);
  return (
    <Box role="status" fontSize="sm">
      {text &&
        !isUnfinished &&
        (meant ? (
          <Button
            variant="quiet"
            marginTop="2"
            overflowWrap="anywhere"
            onClick={() => {
              onChoose(meant);
              // The button disappears.
              document.getElementById(fieldId(name))?.focus();
            }}
          >
            {addressQuestion(meant)}
          </Button>
        ) : (
          <Text marginTop="2">{text}</Text>
        ))}
    </Box>
  );
}
