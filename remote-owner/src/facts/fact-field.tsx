import type { FactValue } from '@site/contract/page-data';
import { brokenRule, cellsOf, cleanFact, FACT_COLUMNS, GAP } from '@site/contract/typed-facts';
import { Flex, Stack, Text } from '@site/shared-ui';
import { CheckboxField, ChoiceField, fieldId, TextAreaField, TextField } from '@site/shared-ui/form';
import { type FocusEvent, useEffect, useState } from 'react';
import type { Fact } from '../api/release-answers';
import { formatDay } from '../content/dates';
import { refusalOf } from '../content/fact-refusals';
import type { FactText } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { ActionButton } from '../view/form';
import { useIsOld } from '../view/query-result';
import { PhotoField } from './photo-field';
import { type ControlledField, growing, TableField } from './table-field';
import { isEmpty, type useDraft } from './use-facts';

export const fieldName = (key: string) => `fact-${key}`;

interface FactFieldProps {
  readonly fact: Fact;
  readonly text: FactText;
  /** Fills in the field while it is empty or has an example; undefined without one. */
  readonly proposal: FactValue | undefined;
  readonly draft: ReturnType<typeof useDraft>;
  readonly refusals: ReadonlyMap<string, string>;
  readonly isBusy: boolean;
  /** Whether the owner is editing this field: only then, its text can be published alone or discarded. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Null where all texts are published together instead. */
  readonly publish: ((key: string) => void) | null;
}

export function FactField(props: FactFieldProps) {
  const { fact, text, proposal, draft, refusals, isBusy, isOpen, onOpen, publish } = props;
  // Undefined while nothing is typed; null for the value of the file.
  const typed = draft.typed[fact.key];
  const type = (value: FactValue | null) => {
    onOpen();
    draft.type(fact, value);
  };
  const value = typed === null ? fact.file : (typed ?? fact.value);
  const { key, file, isEdited } = fact;
  const isTyped = typed !== undefined;
  const { leave, wrong, isCut } = useCheck(key, { value, onType: type });
  const onPropose = (value: FactValue) => {
    onOpen();
    draft.propose(fact, value);
  };
  const propose = useProposal(key, { proposal, value, onPropose });
  const hasOriginal = isEdited && typed !== null && !isEmpty(file) && file !== fact.value;
  const shared = {
    label: text.label,
    name: fieldName(key),
    hint: text.place,
    disabled: useIsOld(),
    // What the site has had for long is not refused.
    error: (isTyped ? wrong : undefined) ?? refusals.get(key),
    // A button below must not move away while it is pressed.
    onBlur: ({ relatedTarget }: FocusEvent) => relatedTarget?.matches(':active') || leave(),
  };
  return (
    // Not on focus: the buttons of another field must not move away what is being pressed.
    <Stack gap="2" align="stretch" onClick={onOpen} onKeyUp={onOpen}>
      <Control shared={shared} value={value} onType={type} fact={fact} text={text} refusals={refusals} />
      {typeof value === 'string' && <Text role="status">{isCut && words.siretCut}</Text>}
      {draft.hasMoved(fact) && <Note>{words.publishedMeanwhile(describe(key, fact.value))}</Note>}
      {hasOriginal && <Note>{words.original(describe(key, file))}</Note>}
      <Actions
        label={text.label}
        actions={[
          propose && { label: proposalLabel(key, proposal), act: propose },
          isOpen && isTyped && publish && { label: words.publishAlone, act: () => publish(key), isDisabled: isBusy },
          isOpen && isTyped && { label: words.giveUp, act: () => type(fact.value) },
          hasOriginal && { label: words.reset, act: () => type(null) },
        ]}
      />
    </Stack>
  );
}

const Note = ({ children }: { readonly children: string }) => (
  <Text fontSize="sm" overflowWrap="anywhere">
    {children}
  </Text>
);

interface Action {
  readonly label: string;
  readonly act: () => void;
  readonly isDisabled?: boolean;
}

interface ActionsProps {
  /** Label of the field, which completes the names of the buttons. */
  readonly label: string;
  readonly actions: readonly (Action | false | null)[];
}

const Actions = ({ label, actions }: ActionsProps) => (
  <Flex gap="2" wrap="wrap" _empty={{ display: 'none' }}>
    {actions.map(
      (action) =>
        action && (
          <ActionButton
            key={action.label}
            aria-label={words.of(action.label, label)}
            disabled={action.isDisabled}
            onClick={action.act}
          >
            {action.label}
          </ActionButton>
        ),
    )}
  </Flex>
);

/** Proposals longer than this, or with a gap, are read in their field. */
const LONGEST_LABEL = 50;

const proposalLabel = (key: string, proposal: FactValue | undefined) =>
  typeof proposal === 'string' && proposal.length <= LONGEST_LABEL && !GAP.test(proposal)
    ? words.take(describe(key, proposal))
    : words.propose;

interface Proposed {
  readonly proposal: FactValue | undefined;
  readonly value: FactValue;
  readonly onPropose: (value: FactValue) => void;
}

/** Fills in the field; the first gap is selected, so that typing replaces it. Null without a proposal. */
function useProposal(key: string, { proposal, value, onPropose }: Proposed): (() => void) | null {
  const [takenProposal, setTakenProposal] = useState<FactValue | null>(null);
  useEffect(() => {
    if (takenProposal === null) return;
    const control = document.getElementById(fieldId(fieldName(key)));
    control?.focus();
    const gap = typeof takenProposal === 'string' ? GAP.exec(takenProposal) : null;
    if (gap) (control as HTMLTextAreaElement).setSelectionRange(gap.index, gap.index + gap[0].length);
    setTakenProposal(null);
  }, [key, takenProposal]);
  if (proposal === undefined || proposal === value) return null;
  return () => {
    onPropose(proposal);
    setTakenProposal(proposal);
  };
}

/** Cleans and checks what is typed when its field is left; from then on, each change is checked. */
function useCheck(key: string, { value, onType }: { value: FactValue; onType: (value: FactValue) => void }) {
  const [isLeft, setIsLeft] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const fault = isLeft ? brokenRule(key, value) : null;
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
  if (typeof value === 'string') return key === 'training.updatedOn' && value ? formatDay(value) : value;
  const rows = key in FACT_COLUMNS ? value.map((line) => cellsOf(line).filter(Boolean).join(' ')) : value;
  return rows.join(', ');
}

interface ControlProps {
  readonly shared: ControlledField & { readonly onBlur: (event: FocusEvent) => unknown };
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
      return (
        <TableField {...shared} table={text.table} refusals={refusals} onType={onType} fact={fact} lines={value} />
      );
    return (
      <TextAreaField
        {...shared}
        {...growing}
        value={value.join('\n')}
        onChange={({ target }) => onType(linesOf(target.value))}
      />
    );
  }
  if (fact.key === 'trainer.photo')
    return <PhotoField {...shared} value={value} onType={onType} published={fact.value} />;
  if (text.choices) {
    // A file may have another one.
    const choices = { ...text.choices, ...(value && !(value in text.choices) && { [value]: value }) };
    return (
      <ChoiceField
        {...shared}
        value={value}
        options={choices}
        none={words.notAnswered}
        onChange={({ target }) => onType(target.value)}
      />
    );
  }
  if (text.isLong) {
    return <TextAreaField {...shared} {...growing} value={value} onChange={({ target }) => onType(target.value)} />;
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
