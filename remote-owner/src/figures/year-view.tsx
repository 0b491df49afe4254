import { type Column, dayField, renderCsv } from '@site/contract/csv';
import { dayPlanOf } from '@site/contract/day-hours';
import { QUESTIONS } from '@site/contract/day-papers';
import { pricesOf } from '@site/contract/prices';
import {
  type Forfeit,
  type SummedReservation,
  sumYear,
  type TaughtReservation,
  type TaughtSum,
  type TrainingYear,
  type YearSums,
} from '@site/contract/training-year';
import { Box, Button, Card, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { SelectField } from '@site/shared-ui/form';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import { formatDays } from '../content/dates';
import { dayFile } from '../content/day-file';
import { year as words } from '../content/year';
import { netOfTaught } from '../papers/tax';
import { Rows } from '../view/cards';
import { download } from '../view/download';
import { ActionButton, useCallAction } from '../view/form';
import { Summary, TitledSection, ViewTitle } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { OVERVIEW, openView, useView, ViewTextLink } from '../view/view-address';
import { LineTable, type Named } from './figures-section';

/** Requests are removed after three years, so that the sums of earlier ones would lack some. */
const YEARS = 3;

/** What the yearly report of a training body asks for, and the results of the questionnaires. */
export function YearView() {
  const { host } = useSpace();
  const current = Number(todayInParis().slice(0, 4));
  const requestedYear = Number(useView().year);
  const years = Array.from({ length: YEARS }, (_, ago) => current - ago);
  const chosen = years.find((year) => year === requestedYear) ?? current;
  const query = useCall('owner_training_year', { year: chosen });
  const regime = host.site.papers?.vat;
  const basis = {
    prices: pricesOf(host.site),
    netOf: (cents: number, taught: TaughtReservation) => netOfTaught(taught, cents, host.site),
    ...dayPlanOf(host.site),
  };
  return (
    <Stack gap="6">
      <Stack gap="3" align="flex-start">
        <ViewTextLink to={{ name: 'reglages' }}>{words.back}</ViewTextLink>
        <ViewTitle>{words.title}</ViewTitle>
      </Stack>
      <Stack gap="2" maxWidth="prose">
        <Text>{words.intro}</Text>
        {!regime && <Text fontWeight="semibold">{words.vatUnknown}</Text>}
      </Stack>
      <Box maxWidth="12rem">
        <SelectField
          label={words.choose}
          name="year"
          value={String(chosen)}
          onChange={({ target }) => openView({ name: 'bilan', year: target.value }, { replace: true })}
        >
          {years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </SelectField>
      </Box>
      <QueryResult query={query}>
        {(answer) => (
          <>
            <Sums sums={sumYear(answer.reservations, basis)} year={answer.year} forfeits={answer.forfeits ?? []} />
            <Report answer={answer} isOver={answer.year < current} />
            <Feedback feedback={answer.feedback} />
            <Box as="details" maxWidth="prose">
              <Summary>{words.basis}</Summary>
              <Text>{words.counted}</Text>
              <Text marginTop="2">{words.check}</Text>
            </Box>
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

type Money = Pick<TaughtSum, 'cents'>;
type Followed = Pick<TaughtSum, 'persons' | 'minutes'>;

const originLines = ({ byOrigin, total: { cents } }: YearSums): readonly Named<Money>[] => [
  ...byOrigin.map(({ line, cents }) => ({ cents, name: words.origins.line(line) })),
  ...words.origins.totals.map((name) => ({ cents, name })),
];
const traineeLines = ({ byTrainee, total: { persons, minutes } }: YearSums): readonly Named<Followed>[] => [
  ...byTrainee.map(({ line, persons, minutes }) => ({ persons, minutes, name: words.trainees.line(line) })),
  ...words.trainees.totals.map((name) => ({ persons, minutes, name })),
];

interface SumsProps {
  readonly sums: YearSums;
  readonly year: number;
  readonly forfeits: readonly Forfeit[];
}

function Sums({ sums, year, forfeits }: SumsProps) {
  if (sums.reservations.length === 0 && forfeits.length === 0) return <Text>{words.none(year)}</Text>;
  const lacking = sums.reservations.filter(({ gaps }) => gaps.length > 0);
  return (
    <>
      <Text fontSize="xl" fontWeight="bold">
        {words.total(sums.total)}
      </Text>
      {sums.unpaid.count > 0 && <Text>{words.unpaid(sums.unpaid)}</Text>}
      {lacking.length > 0 && <Lacking reservations={lacking} />}
      <SumTable id="frame-c" {...words.origins} lines={originLines(sums)} columns={MONEY} />
      {forfeits.length > 0 && <Forfeits forfeits={forfeits} />}
      <SumTable id="frame-f" {...words.trainees} lines={traineeLines(sums)} columns={FOLLOWED} />
      <Text>{words.taught(sums.taughtMinutes)}</Text>
      {sums.unnotedDays > 0 && <Text role="note">{words.unnoted(sums.unnotedDays)}</Text>}
      <Text>{words.others}</Text>
      <Exports sums={sums} year={year} forfeits={forfeits} />
    </>
  );
}

const MONEY: readonly Column<Money>[] = [[words.euros, words.money]];
const FOLLOWED: readonly Column<Followed>[] = [
  [words.persons, ({ persons }) => persons],
  [words.hoursTitle, ({ minutes }) => words.hours(minutes)],
];

interface SumTableProps<Sum> {
  readonly id: string;
  readonly title: string;
  /** What is to be checked against the form. */
  readonly check: string;
  readonly lines: readonly Named<Sum>[];
  readonly columns: readonly Column<Sum>[];
}

const SumTable = <Sum,>({ id, title, check, lines, columns }: SumTableProps<Sum>) => (
  <Stack gap="4">
    <Heading as="h3" size="xl" id={id}>
      {title}
    </Heading>
    <Box overflowX="auto" tabIndex={0} role="region" aria-labelledby={id}>
      <LineTable titleId={id} first={words.columns.line} lines={lines} columns={columns} />
    </Box>
    <Text fontSize="sm">{check}</Text>
  </Stack>
);

const gapsOf = ({ gaps }: SummedReservation) => gaps.map((gap) => words.lacking.gaps[gap]).join(', ');
const shownDays = ({ reservation }: SummedReservation) => formatDays(reservation.days);

const Lacking = ({ reservations }: Pick<YearSums, 'reservations'>) => (
  <TitledSection id="lacking" title={words.lacking.title}>
    <Text>{words.lacking.text}</Text>
    <Stack as="ul" gap="3" listStyleType="none">
      {reservations.map((one) => (
        <li key={one.reservation.id}>
          <ViewTextLink to={{ request: one.reservation.id, paper: OVERVIEW }}>{one.reservation.name}</ViewTextLink>
          <Text fontSize="sm" overflowWrap="anywhere">{`${shownDays(one)}\u00a0: ${gapsOf(one)}`}</Text>
        </li>
      ))}
    </Stack>
  </TitledSection>
);

const Forfeits = ({ forfeits }: Pick<SumsProps, 'forfeits'>) => (
  <TitledSection id="forfeits" title={words.forfeits.title(centsOf(forfeits))}>
    <Text>{words.forfeits.text}</Text>
    <Stack as="ul" gap="3" listStyleType="none">
      {forfeits.map((forfeit) => (
        <li key={forfeit.id}>
          <ViewTextLink to={{ request: forfeit.id, paper: OVERVIEW }}>{words.forfeits.line(forfeit)}</ViewTextLink>
        </li>
      ))}
    </Stack>
  </TitledSection>
);

const centsOf = (forfeits: readonly Forfeit[]) => forfeits.reduce((sum, { cents }) => sum + cents, 0);

/** A line of the form has no more than its frame asks for. */
const ofSum: readonly Column<Partial<TaughtSum>>[] = [
  [words.persons, ({ persons = '' }) => persons],
  [words.hoursTitle, ({ minutes }) => (minutes === undefined ? '' : Math.round((minutes / 60) * 100) / 100)],
  [words.euros, ({ cents }) => (cents === undefined ? '' : cents / 100)],
];

const LINE_COLUMNS: readonly Column<Named<Partial<TaughtSum>>>[] = [[words.columns.line, ({ name }) => name], ...ofSum];

const ROW_COLUMNS: readonly Column<SummedReservation>[] = [
  [words.columns.name, ({ reservation }) => reservation.name],
  [words.columns.days, shownDays],
  ...ofSum,
  [words.columns.payer, ({ reservation: { payer } }) => (payer ? dayFile.trainee.payers[payer] : '')],
  [words.columns.payerName, ({ reservation }) => reservation.payerName ?? ''],
  [words.columns.status, ({ reservation }) => words.status(reservation.status)],
  [words.columns.paidOn, ({ reservation }) => dayField(reservation.paidOn ?? '')],
  [words.columns.unpaid, ({ unpaidCents }) => unpaidCents / 100],
  [words.columns.gaps, gapsOf],
];

function Exports({ sums, year, forfeits }: SumsProps) {
  const save = (kind: 'totaux' | 'reservations', text: string) =>
    download({ name: words.file(year, kind), type: 'text/csv;charset=utf-8', text });
  const taught = { minutes: sums.taughtMinutes, name: words.taughtLine };
  const apart = forfeits.length > 0 ? [{ cents: centsOf(forfeits), name: words.forfeits.name }] : [];
  const lines = [...originLines(sums), ...apart, taught, ...traineeLines(sums)];
  return (
    <Flex gap="3" wrap="wrap">
      <Button variant="quiet" onClick={() => save('totaux', renderCsv(LINE_COLUMNS, lines))}>
        {words.exportSums}
      </Button>
      <Button variant="quiet" onClick={() => save('reservations', renderCsv(ROW_COLUMNS, sums.reservations))}>
        {words.exportRows}
      </Button>
    </Flex>
  );
}

interface ReportProps {
  readonly answer: TrainingYear;
  readonly isOver: boolean;
}

function Report({ answer: { year, isReported }, isOver }: ReportProps) {
  const { act } = useCallAction('owner_report_year');
  const { title, filed, open, mark, undo, tooSoon } = words.report;
  return (
    <TitledSection id="report" title={title(year)}>
      <Text role="status">{isOver ? (isReported ? filed : open) : tooSoon}</Text>
      {isOver && (
        <ActionButton onClick={() => act({ year, filed: !isReported })}>{isReported ? undo : mark}</ActionButton>
      )}
    </TitledSection>
  );
}

const Feedback = ({ feedback }: Pick<TrainingYear, 'feedback'>) => (
  <TitledSection id="feedback" title={words.feedback.title}>
    <Text>{words.feedback.text(feedback)}</Text>
    {feedback.means && (
      <Card>
        <Rows
          gap="0"
          rows={QUESTIONS.map((question) => ({
            label: words.feedback.questions[question],
            value: words.feedback.mean(feedback.means?.[question] ?? 0),
          }))}
        />
      </Card>
    )}
  </TitledSection>
);
