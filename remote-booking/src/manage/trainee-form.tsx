import { mayBeAbroad, readBusinessNumber } from '@site/contract/countries';
import {
  clientOf,
  DAY_FILE_LIMITS,
  isWithoutBusiness,
  type ManagedDayFile,
  mayPayFor,
  PAYERS,
  type Payer,
  SHORTEST_ADDRESS,
  TRAINEE_DETAILS,
  TRAINEE_STATUSES,
  type TraineeDetails,
  wrongStatus,
} from '@site/contract/day-papers';
import { readSiren } from '@site/contract/typed-facts';
import { usePersistedValues } from '@site/forms/persisted-values';
import type { RecapRow } from '@site/forms/recap';
import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { ChoiceField, ErrorSummary, TextAreaField, TextField } from '@site/shared-ui/form';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { FileChanges } from '../api/managed-day-file';
import { dayFile, formatSiren } from '../content/day-file';

const words = dayFile.details;

type Name = keyof TraineeDetails;
type Entries = { readonly [name in Name]?: string | null };

const SIREN_DIGITS = 9;
const SIRET_DIGITS = 14;

const isNumber = (name: Name) => /siren$/i.test(name);
type Stored = Partial<Pick<ManagedDayFile, 'payer' | 'foreign'>>;

/** Whether the number is that of a business abroad, as its address tells: the typed one, otherwise the stored one. */
function isForeign(typed: Entries, name: Name, { foreign = [] }: Stored): boolean {
  const address = name === 'siren' ? 'address' : 'payerAddress';
  const text = typed[address]?.trim();
  return isNumber(name) && (text ? mayBeAbroad(text) : foreign.includes(address));
}
const digitsOf = (text: string) => text.replace(/\D/g, '');
/** Whether a form refuses the number: until it is sent, none that may not be finished. */
const isWrongNumber = (text: string, isAbroad: boolean, isSent: boolean) => {
  if (isSent || isAbroad) return isSent && readBusinessNumber(text, isAbroad) === null;
  const digits = digitsOf(text);
  return (
    digits.length >= SIREN_DIGITS && (readSiren(digits.slice(0, SIREN_DIGITS)) === null || digits.length > SIRET_DIGITS)
  );
};

const payerOf = (typed: Entries['payer'], stored: Payer | null): Payer | null =>
  PAYERS.find((name) => name === (typed || stored)) ?? null;

/** The fields that only this payer has. Choosing another payer empties them, because papers would name them. */
const ofPayer = (typed: Entries['payer'], stored: Payer | null): readonly Name[] => {
  const payer = payerOf(typed, stored);
  if (clientOf(payer) === 'employer') return ['payerName', 'payerAddress', 'payerSiren'];
  return payer === 'other' ? ['payerName'] : [];
};

const OF_PAYER = /^payer[A-Z]/;
const isVisible = ({ payer, status }: Entries, name: Name, stored: Payer | null) => {
  const shown = ofPayer(payer, stored);
  if (OF_PAYER.test(name)) return shown.includes(name);
  // An employer who pays is the client, with a SIREN of its own.
  return name !== 'siren' || !(isWithoutBusiness(status) || shown.includes('payerSiren'));
};

export function errorsOf(typed: Entries, isSent: boolean, stored: Stored): Partial<Record<Name, string>> {
  const errors: Partial<Record<Name, string>> = {};
  const payer = payerOf(typed.payer, stored.payer ?? null);
  const status = wrongStatus(payer, typed.status, words);
  if (status) errors.status = status;
  for (const name of TRAINEE_DETAILS) {
    const text = typed[name]?.trim() ?? '';
    if (text === '' || !isVisible(typed, name, stored.payer ?? null)) continue;
    if (isNumber(name) && isWrongNumber(text, isForeign(typed, name, stored), isSent)) errors[name] = words.wrong.siren;
    if (/address$/i.test(name) && isSent && text.length < SHORTEST_ADDRESS) errors[name] = words.wrong.address;
  }
  return errors;
}

export function changesOf(typed: Entries, stored: Payer | null = null): FileChanges {
  const given = TRAINEE_DETAILS.filter((name) => typed[name]?.trim() && isVisible(typed, name, stored));
  // A SIREN that an employer’s hides is kept, since who pays may change again.
  const isOut = (name: Name) => (name === 'siren' ? isWithoutBusiness(typed.status) : !isVisible(typed, name, stored));
  const emptied = typed.payer ? TRAINEE_DETAILS.filter(isOut) : [];
  return Object.fromEntries([
    ...given.map((name) => [name, typed[name]] as const),
    ...emptied.map((name) => [name, null] as const),
  ]);
}

export const labelOf = (name: Name, stored: Stored, typed: Entries = {}): string => {
  const number = name === 'siren' ? name : 'payerSiren';
  if (isForeign(typed, name, {})) return words.foreignNumbers[number];
  // Of a stored address, the database knows no country.
  if (isForeign(typed, name, stored)) return words.eitherNumbers[number];
  return (name === 'payerName' && stored.payer && words.payerNames[stored.payer]) || words.labels[name];
};

/** What was stored, as its author can check it. */
export const savedRows = (saved: Entries, stored: Stored): readonly RecapRow[] =>
  TRAINEE_DETAILS.filter((name) => saved[name]).map((name) => ({
    term: labelOf(name, stored, saved),
    value: inWords(name, saved[name] ?? ''),
  }));

function inWords(name: Name, text: string): string {
  if (name === 'status' || name === 'payer') return OPTIONS.get(text) ?? '';
  const siren = isNumber(name) && readSiren(text);
  return siren ? formatSiren(siren) : text;
}

const OPTIONS = new Map<string, string>([...Object.entries(words.statuses), ...Object.entries(words.payers)]);

const UNTYPED = Object.fromEntries(TRAINEE_DETAILS.map((name) => [name, ''])) as Readonly<Record<Name, string>>;

export interface TraineeFormProps extends Pick<ManagedDayFile, 'given' | 'payer' | 'foreign'> {
  /** Names the request, as the tab may open another one. */
  readonly uid: string;
  readonly isSending: boolean;
  /** Resolves with whether it was stored. */
  readonly onSend: (changes: FileChanges) => Promise<boolean>;
}

export function TraineeForm({ uid, given, isSending, onSend, ...stored }: TraineeFormProps) {
  const { payer } = stored;
  const form = useRef<HTMLFormElement>(null);
  const empty = useMemo(() => ({ uid, ...UNTYPED }), [uid]);
  const [typed, setTyped] = useState(empty);
  const persistedValues = usePersistedValues(form, {
    key: 'day-file-draft',
    empty,
    values: typed,
    restore: (earlier) => earlier.uid === uid && setTyped(earlier),
  });
  const [submitCount, setSubmitCount] = useState(0);
  const errors = errorsOf(typed, submitCount > 0, stored);
  const changes = changesOf(typed, payer);
  const isEmpty = Object.keys(changes).length === 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitCount(submitCount + 1);
    if (isEmpty || Object.keys(errorsOf(typed, true, stored)).length > 0 || !(await onSend(changes))) return;
    persistedValues.clear();
    setTyped(empty);
    setSubmitCount(0);
  }

  /** Whether the stored status may not go with the payer who is chosen now: the database then empties it. */
  const isOpen = (name: Name) =>
    name === 'status' && !TRAINEE_STATUSES.every((status) => mayPayFor(payerOf(typed.payer, null), status));
  const givenHint = (name: Name) => (given.includes(name) ? words.givenHint(answerTo(name, payer), isOpen(name)) : '');
  const field = (name: Name) => ({
    label: labelOf(name, { ...stored, payer: payerOf(typed.payer, payer) }, typed),
    name,
    hint: isForeign(typed, name, stored) ? givenHint(name) : hintOf(name, typed[name], givenHint(name)),
    error: errors[name],
    value: typed[name],
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setTyped((now) => ({ ...now, [name]: target.value })),
  });
  const number = (name: 'siren' | 'payerSiren') => ({
    ...field(name),
    ...(!isForeign(typed, name, stored) && { inputMode: 'numeric' as const }),
    maxLength: DAY_FILE_LIMITS.siren,
  });
  return (
    <Stack asChild gap="5">
      <form ref={form} method="dialog" noValidate onSubmit={submit}>
        <Text>{words.text}</Text>
        <ErrorSummary title={dayFile.errors} submitCount={submitCount} errors={submitCount > 0 ? errors : {}} />
        <TextAreaField {...field('address')} autoComplete="street-address" maxLength={DAY_FILE_LIMITS.address} />
        <ChoiceField {...field('status')} options={words.statuses} none={words.none} />
        {isVisible(typed, 'siren', payer) && <TextField {...number('siren')} />}
        <ChoiceField {...field('payer')} options={words.payers} none={words.none} />
        {isVisible(typed, 'payerName', payer) && (
          <TextField {...field('payerName')} autoComplete="organization" maxLength={DAY_FILE_LIMITS.payerName} />
        )}
        {isVisible(typed, 'payerAddress', payer) && (
          <>
            <TextAreaField {...field('payerAddress')} maxLength={DAY_FILE_LIMITS.payerAddress} />
            <TextField {...number('payerSiren')} />
          </>
        )}
        <TextAreaField {...field('priorLevel')} maxLength={DAY_FILE_LIMITS.priorLevel} />
        <Text role="status">{isEmpty && submitCount > 0 && words.nothing}</Text>
        <Flex>
          <Button variant="primary" type="submit" disabled={isSending}>
            {isSending ? dayFile.sending : words.save}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}

function hintOf(name: Name, text: string, given: string): string {
  const siren = isNumber(name) && digitsOf(text).length === SIRET_DIGITS && readSiren(text);
  const hint = words.hints[isNumber(name) ? 'siren' : name];
  return siren ? words.cut(siren) : [given, hint].filter(Boolean).join(' ');
}

/** The payer, which is shown since nobody may have typed it. */
export const answerTo = (name: Name, payer: TraineeFormProps['payer']): string | undefined =>
  name === 'payer' && payer ? words.payers[payer] : undefined;
