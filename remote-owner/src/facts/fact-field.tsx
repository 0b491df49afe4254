import { readPhone } from '@site/contract/phone';
import { cleanFact, isPlausible } from '@site/contract/typed-facts';
import { Button, Stack, Text } from '@site/shared-ui';
import { CheckboxField, TextAreaField, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import { type factGroups, refusalOf, facts as words } from '../content/facts';
import type { Fact, FactValue } from './use-facts';

const LONGEST = 2000;

export const fieldName = (key: string) => `fact-${key}`;

interface FactFieldProps {
  readonly fact: Fact;
  readonly text: (typeof factGroups)[number]['facts'][string];
  /** Undefined while nothing is typed; null for the value of the file. */
  readonly typed: FactValue | null | undefined;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onType: (value: FactValue | null) => void;
}

export function FactField({ fact, text, typed, error, isDisabled, onType }: FactFieldProps) {
  const value = typed === null ? fact.file : (typed ?? fact.value);
  const isEdited = typed === undefined ? fact.isEdited : typed !== null;
  const { key, file } = fact;
  const { leave, wrong, isCut } = useCheck(key, { value, onType });
  const shared = {
    ...{ label: text.label, name: fieldName(key), hint: text.place, error: wrong ?? error, disabled: isDisabled },
    onBlur: leave,
  };
  return (
    <Stack gap="1" align="stretch">
      <Control {...{ shared, value, onType, fact }} isLong={text.isLong === true} />
      {typeof value === 'string' && <Text role="status">{isCut && words.siretCut}</Text>}
      {isEdited && (
        <Stack gap="1" align="flex-start">
          <Text fontSize="sm" overflowWrap="anywhere">
            {words.ofFile(describe(file))}
          </Text>
          <Button
            variant="quiet"
            disabled={isDisabled}
            aria-label={words.resetOf(text.label)}
            onClick={() => onType(null)}
          >
            {words.reset}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

const PHONES: readonly string[] = ['phone', 'hosting.phone'];

/** Cleans and checks what is typed when its field is left; from then on, each change is checked. */
function useCheck(key: string, { value, onType }: { value: FactValue; onType: (value: FactValue) => void }) {
  const [isLeft, setIsLeft] = useState(false);
  const [isCut, setIsCut] = useState(false);
  if (typeof value !== 'string') return { leave: undefined, wrong: undefined, isCut };
  const isCallable = value === '' || !PHONES.includes(key) || readPhone(value).tel !== null;
  const wrong = isLeft && !(isCallable && isPlausible(key, value)) ? refusalOf(key, 'plausible') : undefined;
  const leave = () => {
    const clean = cleanFact(key, value);
    setIsLeft(true);
    if (clean === value) return;
    setIsCut(key === 'publisher.siren' && value.replace(/\D/g, '').length > clean.replace(/\D/g, '').length);
    onType(clean);
  };
  return { leave, wrong, isCut };
}

const describe = (value: FactValue) =>
  typeof value === 'boolean' ? words.isYes(value) : typeof value === 'string' ? value : value.join(', ');

interface ControlProps {
  readonly shared: {
    readonly label: string;
    readonly name: string;
    readonly hint: string;
    readonly disabled: boolean;
    readonly onBlur: (() => void) | undefined;
  };
  readonly fact: Fact;
  readonly value: FactValue;
  readonly isLong: boolean;
  readonly onType: (value: FactValue) => void;
}

function Control({ shared, fact, value, isLong, onType }: ControlProps) {
  if (typeof value === 'boolean') {
    return <CheckboxField {...shared} checked={value} onChange={({ target }) => onType(target.checked)} />;
  }
  if (typeof value !== 'string') {
    return (
      <TextAreaField {...shared} value={value.join('\n')} onChange={({ target }) => onType(linesOf(target.value))} />
    );
  }
  const type = (typed: string) => onType(typed);
  if (isLong) {
    return (
      <TextAreaField {...shared} value={value} maxLength={LONGEST} onChange={({ target }) => type(target.value)} />
    );
  }
  return (
    <TextField
      {...shared}
      type={fact.key === 'training.updatedOn' ? 'date' : 'text'}
      autoComplete="off"
      maxLength={LONGEST}
      value={value}
      onChange={({ target }) => type(target.value)}
    />
  );
}

/** Empty lines stay while they are typed. */
const linesOf = (typed: string): readonly string[] => (typed === '' ? [] : typed.split('\n'));
