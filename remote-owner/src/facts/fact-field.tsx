import type { FactValue } from '@site/contract/page-data';
import { cellsOf, cleanFact, FACT_COLUMNS, faultOf } from '@site/contract/typed-facts';
import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { CheckboxField, SelectField, TextAreaField, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { Fact } from '../api/release-answers';
import { type FactText, refusalOf, facts as words } from '../content/facts';
import { PhotoField } from './photo-field';
import { TableField } from './table-field';

export const fieldName = (key: string) => `fact-${key}`;

interface FactFieldProps {
  readonly fact: Fact;
  readonly text: FactText;
  /** Undefined while nothing is typed; null for the value of the file. */
  readonly typed: FactValue | null | undefined;
  readonly refusals: ReadonlyMap<string, string>;
  readonly isDisabled: boolean;
  readonly onType: (value: FactValue | null) => void;
  readonly publish: ((key: string) => void) | null;
}

export function FactField({ fact, text, typed, refusals, isDisabled, onType, publish }: FactFieldProps) {
  const value = typed === null ? fact.file : (typed ?? fact.value);
  const { key, file, isEdited } = fact;
  const { leave, wrong, isCut } = useCheck(key, { value, onType });
  const shared = {
    ...{ label: text.label, name: fieldName(key), hint: text.place, disabled: isDisabled },
    // What the site has had for long is not refused.
    error: (typed === undefined ? undefined : wrong) ?? refusals.get(key),
    onBlur: leave,
  };
  return (
    <Stack gap="2" align="stretch">
      <Control {...{ shared, value, onType, fact, text, refusals }} />
      {typeof value === 'string' && <Text role="status">{isCut && words.siretCut}</Text>}
      {isEdited && (
        <Text fontSize="sm" overflowWrap="anywhere">
          {words.ofFile(describe(key, file))}
        </Text>
      )}
      <Flex gap="2" wrap="wrap">
        {typed !== undefined && (
          <>
            <Action
              label={words.publishAlone}
              name={words.publishAloneOf(text.label)}
              disabled={isDisabled || publish === null}
              onClick={() => publish?.(key)}
            />
            <Action
              label={words.giveUp}
              name={words.giveUpOf(text.label)}
              disabled={isDisabled}
              onClick={() => onType(fact.value)}
            />
          </>
        )}
        {isEdited && typed !== null && (
          <Action
            label={words.reset}
            name={words.resetOf(text.label)}
            disabled={isDisabled}
            onClick={() => onType(null)}
          />
        )}
      </Flex>
    </Stack>
  );
}

interface ActionProps {
  readonly label: string;
  /** With the name of the field. */
  readonly name: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

const Action = ({ label, name, ...button }: ActionProps) => (
  <Button variant="quiet" aria-label={name} {...button}>
    {label}
  </Button>
);

/** Cleans and checks what is typed when its field is left; from then on, each change is checked. */
function useCheck(key: string, { value, onType }: { value: FactValue; onType: (value: FactValue) => void }) {
  const [isLeft, setIsLeft] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const fault = isLeft ? faultOf(key, value) : null;
  const leave = () => {
    const clean = cleanFact(key, value);
    setIsLeft(true);
    if (typeof value !== 'string' || typeof clean !== 'string' || clean === value) return;
    setIsCut(key === 'publisher.siren' && value.replace(/\D/g, '').length > clean.replace(/\D/g, '').length);
    onType(clean);
  };
  return { leave, wrong: fault ? refusalOf(key, fault) : undefined, isCut };
}

function describe(key: string, value: FactValue): string {
  if (typeof value === 'boolean') return words.isYes(value);
  if (typeof value === 'string') return value;
  const rows = key in FACT_COLUMNS ? value.map((line) => cellsOf(line).filter(Boolean).join(' ')) : value;
  return rows.join(', ');
}

interface ControlProps {
  readonly shared: {
    readonly label: string;
    readonly name: string;
    readonly hint: string;
    readonly error: string | undefined;
    readonly disabled: boolean;
    readonly onBlur: () => void;
  };
  readonly fact: Fact;
  readonly text: FactText;
  readonly value: FactValue;
  readonly refusals: ReadonlyMap<string, string>;
  readonly onType: (value: FactValue) => void;
}

function Control({ shared, fact, text, value, refusals, onType }: ControlProps) {
  if (typeof value === 'boolean') {
    return <CheckboxField {...shared} checked={value} onChange={({ target }) => onType(target.checked)} />;
  }
  if (typeof value !== 'string') {
    if (text.table)
      return <TableField {...{ ...shared, table: text.table, refusals, onType }} fact={fact} lines={value} />;
    return (
      <TextAreaField {...shared} value={value.join('\n')} onChange={({ target }) => onType(linesOf(target.value))} />
    );
  }
  if (fact.key === 'trainer.photo') return <PhotoField {...shared} {...{ value, onType }} published={fact.value} />;
  if (text.choices) {
    return (
      <SelectField {...shared} value={value} onChange={({ target }) => onType(target.value)}>
        <option value="">{words.notAnswered}</option>
        {Object.entries(text.choices).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  }
  if (text.isLong) {
    return <TextAreaField {...shared} value={value} onChange={({ target }) => onType(target.value)} />;
  }
  return (
    <TextField
      {...shared}
      type={fact.key === 'training.updatedOn' ? 'date' : 'text'}
      inputMode={fact.key.startsWith('prices.') ? 'numeric' : undefined}
      autoComplete="off"
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

/** Empty lines stay while they are typed. */
const linesOf = (typed: string): readonly string[] => (typed === '' ? [] : typed.split('\n'));
