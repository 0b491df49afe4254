import { readBusinessNumber } from '@site/contract/countries';
import {
  clientOf,
  DAY_FILE_LIMITS,
  type DayFile,
  type DayFileChanges,
  isContract,
  isOwnFund,
  isWithoutBusiness,
  MAX_CENTS,
  PAYERS,
  SHORTEST_ADDRESS,
  TRAINEE_DETAILS,
  TRAINEE_STATUSES,
  wrongStatus,
} from '@site/contract/day-papers';
import { centsInEuros, pricesOf, requestCents } from '@site/contract/prices';
import { Flex, Stack, Text } from '@site/shared-ui';
import { ChoiceField, ErrorSummary, TextAreaField, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import { useSpace } from '../api/owner-api';
import type { ReservationFile } from '../api/wire';
import { formatDayAndTime } from '../content/dates';
import { dayFile } from '../content/day-file';
import { countryNameOf, isAbroad } from '../papers/addresses';
import { isOtherClient, isProfessional, isVoid, paperState } from '../papers/paper-data';
import { FoldedCard } from '../view/cards';
import { ActionButton, Form } from '../view/form';
import { useIsOld } from '../view/query-result';
import { Question } from '../view/question';
import { focusNextSteps } from './next-steps';
import { useSaveFile } from './use-file';

const words = dayFile.trainee;

const NAMES = [...TRAINEE_DETAILS, 'nextDays', 'price', 'cancelPrice'] as const;
type Name = (typeof NAMES)[number];
type Values = Readonly<Record<Name, string>>;

const valuesOf = (file: DayFile): Values => ({
  ...(Object.fromEntries(TRAINEE_DETAILS.map((name) => [name, file[name] ?? ''])) as Record<Name, string>),
  nextDays: file.nextDays ?? '',
  price: writePrice(file.priceCents),
  cancelPrice: writePrice(file.cancelCents),
});

/** A price as an owner types it; empty for none. */
export const writePrice = (cents: number | null): string =>
  cents === null ? '' : (cents / 100).toFixed(2).replace('.', ',').replace(/,00$/, '');

/** Euro cents; null for no price, undefined for no amount. */
export function readPrice(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const amount = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[\s€]/g, ''));
  if (!amount) return undefined;
  const cents = Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0'));
  return cents <= MAX_CENTS ? cents : undefined;
}

const isAddress = (text: string) => text.trim() === '' || text.trim().length >= SHORTEST_ADDRESS;
const isNumber = (text: string, address: string) =>
  text.trim() === '' || readBusinessNumber(text, isAbroad(address)) !== null;

function errorsOf(values: Values): Partial<Values> {
  const { wrong } = dayFile;
  const status = wrongStatus(payerOf(values.payer), values.status, words);
  return {
    ...(!isAddress(values.address) && { address: wrong.address }),
    ...(!isNumber(values.siren, values.address) && { siren: wrong.siren }),
    ...(status && { status }),
    ...(!isAddress(values.payerAddress) && { payerAddress: wrong.address }),
    ...(!isNumber(values.payerSiren, values.payerAddress) && { payerSiren: wrong.siren }),
    ...(readPrice(values.price) === undefined && { price: wrong.price }),
    ...(readPrice(values.cancelPrice) === undefined && { cancelPrice: wrong.price }),
  };
}

const payerOf = (typed: string) => PAYERS.find((known) => known === typed) ?? null;

function typedChanges(typed: Partial<Values>): DayFileChanges {
  const { price, cancelPrice, ...facts } = typed;
  const entries = Object.entries(facts).map(([name, text]) => [name, text.trim() === '' ? null : text]);
  return {
    ...Object.fromEntries(entries),
    ...(price !== undefined && { priceCents: readPrice(price) ?? null }),
    ...(cancelPrice !== undefined && { cancelCents: readPrice(cancelPrice) ?? null }),
  };
}

const typedClient = ({ payer, payerName, payerSiren, payerAddress }: Omit<Values, 'price'>) => ({
  payer: payerOf(payer),
  payerName: payerName.trim() || null,
  payerSiren: readBusinessNumber(payerSiren, isAbroad(payerAddress)),
});

/**
 * Why the agreement that is sent or signed ends with what is typed: it is that of one client, at one price. Null where
 * it does not.
 */
function useLost({ file, request }: ReservationFile, { price, ...typed }: Values): 'payer' | 'price' | null {
  const prices = pricesOf(useSpace().host.site);
  const marks = paperState('convention', file);
  if (!marks?.signedOn && !marks?.sentOn) return null;
  if (isOtherClient(file, typedClient(typed))) return 'payer';
  const cents = readPrice(price);
  if (cents === undefined || isVoid(marks, request) || request.confirmedDates.length === 0) return null;
  const centsAt = (priceCents: number | null) =>
    requestCents({ ...file, priceCents, isAgefice: request.isAgefice }, request.confirmedDates.length, prices);
  return centsAt(cents) === centsAt(file.priceCents) ? null : 'price';
}

function lostAgreement({ file, request }: ReservationFile, lost: 'payer' | 'price', typed: Values): string {
  const { signedOn, sentOn } = paperState('convention', file) ?? {};
  const paper = dayFile.binding('convention', isContract(file), Boolean(signedOn));
  if (signedOn) return dayFile.otherAgreement.signed(paper, signedOn);
  const { agreement = null, newAgreement } = request;
  const before = lost === 'payer' && newAgreement === 'kind' && file.signedClient;
  const isAgain = before && !isOtherClient(before, typedClient(typed));
  return dayFile.otherAgreement.text(paper, sentOn ?? '', isAgain ? agreement : null);
}

/**
 * The facts that all documents need, asked once. Only typed fields are saved, so that changes of another device stay.
 */
export function TraineeForm({ reservation }: { readonly reservation: ReservationFile }) {
  const isOld = useIsOld();
  const { file } = reservation;
  const [typed, setTyped] = useState<Partial<Values>>({});
  const [submitCount, setSubmitCount] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const { save, isSaving } = useSaveFile(reservation, () => {
    setTyped({});
    focusNextSteps();
  });
  const values = { ...valuesOf(file), ...typed };
  const errors = submitCount > 0 ? errorsOf(values) : {};
  const isChanged = Object.keys(typed).length > 0;
  const lost = useLost(reservation, values);
  const submit = () => {
    setSubmitCount((count) => count + 1);
    if (!isChanged || Object.keys(errorsOf(values)).length > 0) return;
    if (lost) setIsAsking(true);
    else save(typedChanges(typed));
  };
  const goOn = () => {
    setIsAsking(false);
    save(typedChanges(typed));
  };
  const type = (name: Name) => (text: string) => setTyped((now) => ({ ...now, [name]: text }));
  return (
    <>
      <FoldedCard title={words.title}>
        <Form aria-label={words.title} onSubmit={submit}>
          <Stack gap="2">
            <Text>{words.text}</Text>
            {file.filledAt && <Text>{words.filled(formatDayAndTime(file.filledAt))}</Text>}
          </Stack>
          <ErrorSummary title={dayFile.errors} submitCount={submitCount} errors={errors} prefix="file-" />
          <Fields reservation={reservation} values={values} errors={errors} type={type} />
          <SaveRow isChanged={isChanged} isSaving={isSaving} />
        </Form>
      </FoldedCard>
      <Question
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={dayFile.otherAgreement.title[lost ?? 'payer']}
        primary={{ label: dayFile.otherAgreement.act, act: goOn, isDisabled: isOld }}
      >
        <Text>{lost && lostAgreement(reservation, lost, values)}</Text>
      </Question>
    </>
  );
}

/** Whether the form asks for a SIREN. Not all have one, but the fund may ask for that of a business. */
const hasSiren = ({ status, siren, payer }: Values): boolean =>
  !isWithoutBusiness(status) || siren !== '' || payer === 'agefice' || payer === 'fifpl';

function contratOf({ status, siren, address }: Values): keyof typeof words.contrats {
  const known = TRAINEE_STATUSES.find((one) => one === status) ?? null;
  return isProfessional({ payer: 'self', status: known, siren: readBusinessNumber(siren, isAbroad(address)) })
    ? 'professional'
    : 'consumer';
}

interface SaveRowProps {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
}

export function SaveRow({ isChanged, isSaving }: SaveRowProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <ActionButton variant="primary" type="submit" disabled={!isChanged || isSaving}>
        {isSaving ? dayFile.saving : dayFile.save}
      </ActionButton>
      <Text role="status">{isChanged && dayFile.unsaved}</Text>
    </Flex>
  );
}

interface FieldsProps {
  readonly reservation: ReservationFile;
  readonly values: Values;
  readonly errors: Partial<Values>;
  readonly type: (name: Name) => (text: string) => void;
}

type Typed = { readonly target: { readonly value: string } };

const PRICE = { inputMode: 'decimal', maxLength: 12 } as const;
/** @param address where the business is, which decides about its number */
const numberProps = (name: 'siren' | 'payerSiren', address: string) => ({
  ...(isAbroad(address) ? {} : { inputMode: 'numeric' as const, hint: name === 'siren' ? words.sirenHint : undefined }),
  label: words.number(words[name], isAbroad(address)),
  maxLength: DAY_FILE_LIMITS.siren,
});

/** An employer’s has the same limit. */
const addressProps = (address: string) => ({
  hint: words.addressHint(address, countryNameOf(address)),
  maxLength: DAY_FILE_LIMITS.address,
});

/** Label of `payerName`, by whose name it is; null where this payer has none. */
function namedBy(typed: string): 'employerName' | 'funderName' | 'ownCompany' | null {
  const payer = payerOf(typed);
  if (isOwnFund(payer)) return 'ownCompany';
  if (clientOf(payer) === 'employer') return 'employerName';
  return payer === 'other' ? 'funderName' : null;
}

function Fields({ reservation, values, errors, type }: FieldsProps) {
  const { host } = useSpace();
  const { request, file } = reservation;
  const field = (name: Name) => ({
    label: words[name],
    name: `file-${name}`,
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: Typed) => type(name)(target.value),
  });
  const choosePayer = ({ target: { value } }: Typed) => {
    type('payer')(value);
    // The name of a fund or of an employer is none of a company of the trainee's own.
    if (namedBy(value) !== namedBy(values.payer)) type('payerName')('');
  };
  const known = { ...file, priceCents: null, isAgefice: request.isAgefice };
  const announced = requestCents(known, request.confirmedDates.length, pricesOf(host.site));
  const named = namedBy(values.payer);
  return (
    <>
      <TextField {...field('address')} {...addressProps(values.address)} />
      <ChoiceField {...field('status')} options={words.statuses} none={words.none} />
      {hasSiren(values) && <TextField {...field('siren')} {...numberProps('siren', values.address)} />}
      <ChoiceField
        {...field('payer')}
        hint={isContract(values) ? words.contrats[contratOf(values)] : words.payerHint}
        options={words.payers}
        none={words.none}
        onChange={choosePayer}
      />
      {named && (
        <TextField
          {...field('payerName')}
          label={words[named]}
          hint={named === 'ownCompany' ? words.ownHint : undefined}
          maxLength={DAY_FILE_LIMITS.payerName}
        />
      )}
      {named === 'employerName' && (
        <>
          <TextField {...field('payerAddress')} {...addressProps(values.payerAddress)} />
          <TextField {...field('payerSiren')} {...numberProps('payerSiren', values.payerAddress)} />
        </>
      )}
      <TextAreaField {...field('priorLevel')} hint={words.priorLevelHint} maxLength={DAY_FILE_LIMITS.priorLevel} />
      {(request.confirmedDates.length > 1 || values.nextDays) && (
        <TextAreaField
          {...field('nextDays')}
          label={request.confirmedDates.length === 2 ? words.nextDay : words.nextDays}
          hint={words.nextDaysHint}
          maxLength={DAY_FILE_LIMITS.nextDays}
        />
      )}
      <TextField
        {...field('price')}
        {...PRICE}
        hint={words.priceHint(request.confirmedDates.length > 0 ? centsInEuros(announced) : '')}
      />
      {request.status === 'annulee' && request.agreement && (
        <TextField {...field('cancelPrice')} {...PRICE} hint={words.cancelPriceHint} />
      )}
    </>
  );
}
