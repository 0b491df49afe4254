import {
  agreedMinutes,
  dayPlanOf,
  followedLess,
  followedMinutes,
  followedShare,
  plannedHalves,
} from '@site/contract/day-hours';
import { type HalfDay, type ObjectiveResult, RESULTS } from '@site/contract/day-papers';
import { centsInEuros, pricesOf, requestCents } from '@site/contract/prices';
import { Button, Grid, Heading, Stack, Text } from '@site/shared-ui';
import { CheckboxField, ChoiceField, ErrorSummary, fieldId, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { ReservationFile } from '../api/wire';
import { RESULT_WORDS } from '../content/after-day';
import { formatDay } from '../content/dates';
import { dayFile } from '../content/day-file';
import { objectivesOf } from '../papers/fields';
import { asAgreed } from '../papers/paper-data';
import { FoldedCard } from '../view/cards';
import { Form } from '../view/form';
import { focusNextSteps } from './next-steps';
import {
  asPlanned,
  type Half,
  type Halves,
  halfDaysOf,
  halvesToNote,
  isEmpty,
  isValidHalf,
  type KeyedHalf,
  keyOf,
  type NotedHalf,
  withPlan,
  wrongTime,
} from './noted-halves';
import { readPrice, SaveRow, writePrice } from './trainee-form';
import { usePaperData, useSaveFile } from './use-file';

const words = dayFile.attendance;

/** A pressed button that goes would take the focus with it. */
const keepFocus = (id: string) => document.getElementById(id)?.focus();

const AMOUNTS = ['followedCents', 'cancelCents'] as const;
type Amount = (typeof AMOUNTS)[number];
type Amounts = Partial<Readonly<Record<Amount, string>>>;

const fieldOf = (amount: Amount) => `file-${amount}`;
const isUnreadable = (typed: Amounts) => (amount: Amount) => readPrice(typed[amount] ?? '') === undefined;
const centsOf = (typed: Amounts): Partial<Record<Amount, number | null>> =>
  Object.fromEntries(
    AMOUNTS.flatMap((amount) => (typed[amount] === undefined ? [] : [[amount, readPrice(typed[amount])]])),
  );

/** The half-days as taught (`kept`) and the results, from the first day on. */
export function AttendanceForm({ reservation }: { readonly reservation: ReservationFile }) {
  const { request, file } = reservation;
  const [halves, setHalves] = useState<Halves>({});
  const [results, setResults] = useState<Readonly<Record<string, string>>>({});
  const [typed, setTyped] = useState<Amounts>({});
  const [submitCount, setSubmitCount] = useState(0);
  const { save, isSaving } = useSaveFile(reservation, () => {
    setHalves({});
    setResults({});
    setTyped({});
    focusNextSteps();
  });
  const { site } = asAgreed(usePaperData(reservation));
  const all = halvesToNote(reservation, halves, site.day);
  const planned = plannedHalves(site.day);
  const attendanceOf = (noted: typeof all) => withPlan(halfDaysOf(noted, all), file.kept, agreedMinutes(site));
  const known = attendanceOf(all.filter(({ value }) => isValidHalf(value)));
  const isLess = followedLess(known, request.confirmedDates, dayPlanOf(site));
  const amounts = isLess ? typed : {};
  const wrong = AMOUNTS.filter(isUnreadable(amounts));
  const isAbsent = followedMinutes(known, request.confirmedDates) === 0;
  const isChanged = [halves, results, typed].some((values) => Object.keys(values).length > 0);
  const submit = () => {
    setSubmitCount((count) => count + 1);
    if (!isChanged || wrong.length > 0 || !all.every(({ value }) => isValidHalf(value))) return;
    const { followedCents = isLess ? file.followedCents : null } = centsOf(amounts);
    save({
      ...centsOf(amounts),
      // The price belongs to these hours.
      ...(Object.keys(halves).length > 0 && { kept: attendanceOf(all), followedCents }),
      ...(Object.keys(results).length > 0 && !isAbsent && { results: resultsOf(reservation, results) }),
    });
  };
  const errors =
    submitCount > 0 ? Object.fromEntries(wrong.map((amount) => [fieldOf(amount), dayFile.wrong.price])) : {};
  return (
    <FoldedCard title={words.title} id="attendance">
      <Form aria-label={words.title} onSubmit={submit}>
        <Text>{words.text}</Text>
        <ErrorSummary
          title={dayFile.errors}
          submitCount={submitCount}
          errors={{ ...(submitCount > 0 && timeErrors(all)), ...errors }}
        />
        {planned && all.some(({ value }) => isEmpty(value)) && (
          <AsPlanned onFill={() => setHalves((now) => ({ ...now, ...asPlanned(all, planned) }))} />
        )}
        {all.map(({ key, ...half }) => (
          <HalfFields
            key={key}
            {...half}
            wrong={submitCount > 0 ? wrongTime(half.value) : null}
            onValue={(value) => setHalves((now) => ({ ...now, [key]: value }))}
          />
        ))}
        {isLess && (
          <AmountFields
            {...{ reservation, kept: known, typed, errors }}
            onType={(changes) => setTyped((now) => ({ ...now, ...changes }))}
          />
        )}
        {!isAbsent && (
          <ResultFields
            reservation={reservation}
            typed={results}
            onResults={(chosen) => setResults((now) => ({ ...now, ...chosen }))}
          />
        )}
        <SaveRow isChanged={isChanged} isSaving={isSaving} />
      </Form>
    </FoldedCard>
  );
}

function AsPlanned({ onFill }: { readonly onFill: () => void }) {
  const fillIn = () => {
    onFill();
    keepFocus('attendance');
  };
  return (
    <Stack gap="2" align="flex-start">
      <Button variant="quiet" onClick={fillIn}>
        {words.asPlanned}
      </Button>
      <Text fontSize="sm">{words.asPlannedHint}</Text>
    </Stack>
  );
}

const timeErrors = (all: readonly KeyedHalf[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    all.flatMap(({ key, value }) => {
      const wrong = wrongTime(value);
      return wrong ? [[`kept-${key}-${wrong}`, dayFile.wrong[wrong]]] : [];
    }),
  );

/** The results in the order of the objectives. A result under an earlier wording is dropped with the first change. */
const resultsOf = (reservation: ReservationFile, typed: Readonly<Record<string, string>>) =>
  objectivesOf(reservation).flatMap((objective): ObjectiveResult[] => {
    const chosen = typed[objective] ?? reservation.file.results?.find((one) => one.objective === objective)?.result;
    const result = RESULTS.find((option) => option === chosen);
    return result ? [{ objective, result }] : [];
  });

interface HalfFieldsProps extends NotedHalf {
  readonly wrong: 'from' | 'to' | null;
  readonly onValue: (value: Half) => void;
}

function HalfFields({ date, half, value, wrong, onValue }: HalfFieldsProps) {
  const name = `kept-${keyOf(date, half)}`;
  const [part, day] = [words.half[half], formatDay(date)];
  const named = (field: keyof typeof words.fields) => ({
    name: `${name}-${field}`,
    label: words.fields[field],
    'aria-label': words.fieldOf(words.fields[field], part, day),
  });
  return (
    <Stack as="fieldset" gap="2" borderWidth="0" padding="0" margin="0" minWidth="0">
      <Text as="legend" fontWeight="semibold">
        {words.halfOf(part, day)}
      </Text>
      {!value.isAbsent && (
        <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="3" maxWidth="24rem">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              {...named(end)}
              type="time"
              value={value[end]}
              error={wrong === end ? dayFile.wrong[end] : undefined}
              onChange={({ target }) => onValue({ ...value, [end]: target.value })}
            />
          ))}
        </Grid>
      )}
      <CheckboxField
        {...named('absent')}
        checked={value.isAbsent}
        onChange={() => onValue({ from: '', to: '', isAbsent: !value.isAbsent })}
      />
    </Stack>
  );
}

interface ResultFieldsProps {
  readonly reservation: ReservationFile;
  readonly typed: Readonly<Record<string, string>>;
  readonly onResults: (chosen: Readonly<Record<string, string>>) => void;
}

function ResultFields({ reservation, typed, onResults }: ResultFieldsProps) {
  const [objectives, { results }] = [objectivesOf(reservation), reservation.file];
  const resultOf = (objective: string) =>
    typed[objective] ?? results?.find((one) => one.objective === objective)?.result ?? '';
  const open = objectives.filter((objective) => resultOf(objective) === '');
  const fillIn = () => {
    onResults(Object.fromEntries(open.map((objective) => [objective, RESULTS[0]])));
    keepFocus('results');
  };
  return (
    <>
      <Heading as="h4" size="lg" id="results" tabIndex={-1}>
        {words.results}
      </Heading>
      {open.length > 0 && (
        <Button alignSelf="flex-start" variant="quiet" onClick={fillIn}>
          {words.allReached}
        </Button>
      )}
      {objectives.map((objective, at) => (
        <ChoiceField
          key={objective}
          label={objective}
          name={`result-${at}`}
          value={resultOf(objective)}
          options={RESULT_WORDS}
          none={words.none}
          onChange={({ target }) => onResults({ [objective]: target.value })}
        />
      ))}
    </>
  );
}

interface AmountFieldsProps {
  readonly reservation: ReservationFile;
  readonly kept: readonly HalfDay[];
  readonly typed: Amounts;
  /** Keyed by the names of the fields. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onType: (changes: Amounts) => void;
}

/** The price of what was followed, if that is less than planned, and the compensation for the rest. */
function AmountFields({ reservation, kept, typed, errors, onType }: AmountFieldsProps) {
  const { request, file, site } = asAgreed(usePaperData(reservation));
  const { confirmedDates: days, isAgefice } = request;
  const agreed = requestCents({ ...file, isAgefice }, days.length, pricesOf(site));
  const share = followedShare(kept, { cents: agreed, days, ...dayPlanOf(site) });
  const textOf = (amount: Amount) => typed[amount] ?? writePrice(file[amount] ?? null);
  const field = (amount: Amount) => ({
    name: fieldOf(amount),
    inputMode: 'decimal' as const,
    maxLength: 12,
    autoComplete: 'off',
    value: textOf(amount),
    error: errors[fieldOf(amount)],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onType({ [amount]: target.value }),
  });
  const fillIn = (cents: number) => {
    onType({ followedCents: writePrice(cents) });
    keepFocus(fieldId(fieldOf('followedCents')));
  };
  return (
    <>
      <Stack gap="2" align="flex-start">
        <TextField
          label={words.price}
          hint={words.priceHint(centsInEuros(agreed), site.papers?.earlyLeave ?? '')}
          {...field('followedCents')}
        />
        {share !== null && readPrice(textOf('followedCents')) !== share && (
          <Button variant="quiet" onClick={() => fillIn(share)}>
            {words.share(centsInEuros(share), Boolean(site.papers?.earlyLeave))}
          </Button>
        )}
      </Stack>
      <TextField label={words.forfeit} hint={words.forfeitHint} {...field('cancelCents')} />
    </>
  );
}
