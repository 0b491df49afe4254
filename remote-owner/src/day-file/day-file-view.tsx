import { hasFirstDayCome } from '@site/contract/day-hours';
import { isContract, PAPERS, type PaperName } from '@site/contract/day-papers';
import { centsInEuros } from '@site/contract/prices';
import { addDays } from '@site/contract/today';
import { Box, Flex, Stack, Tag, Text, todayInParis } from '@site/shared-ui';
import { CheckboxField, fieldId, TextField } from '@site/shared-ui/form';
import { ArrowLeft } from 'lucide';
import { useCall } from '../api/use-call';
import type { ReservationFile } from '../api/wire';
import { formatDay, possibleFrom } from '../content/dates';
import { dayFile as words } from '../content/day-file';
import { agreeing } from '../content/paper-names';
import { followUp } from '../content/requests';
import { lastEarlyDay, progressOf, WRITE } from '../papers/all-papers';
import { deadlinesOf } from '../papers/deadlines';
import type { Paper } from '../papers/paper';
import { type PaperData, paperState } from '../papers/paper-data';
import { TitledSection, ViewTitle } from '../view/frame';
import { QueryResult, useIsOld } from '../view/query-result';
import {
  ALL_PAPERS,
  ButtonLink,
  currentView,
  FEEDBACK,
  OVERVIEW,
  useNamedField,
  ViewTextLink,
} from '../view/view-address';
import { AllPapers } from './all-papers';
import { AttendanceForm } from './attendance-form';
import { FeedbackPrint, FeedbackSection } from './feedback';
import { NextSteps } from './next-steps';
import { LeavePaper, PaperView } from './paper-view';
import { TraineeForm } from './trainee-form';
import { paperTitle, useMarkAsRead, useMarkedDay, useMarkPaid, usePaperData, useSaveFile } from './use-file';
import { voidAgreement, warningsFor } from './warnings';

interface DayFileViewProps {
  /** Id of the reservation. */
  readonly id: string;
  /** The name of a document. Any other word opens the file. */
  readonly paper: string;
}

/** « Dossier de la journée »: the documents of a reservation, and what they need. */
export function DayFileView({ id, paper }: DayFileViewProps) {
  const query = useCall('owner_day_file', { id });
  const name = PAPERS.find((known) => known === paper);
  return (
    <QueryResult query={query}>
      {(reservation) => {
        if (!reservation) return <Text>{words.gone}</Text>;
        if (paper === FEEDBACK && reservation.file.feedback) return <FeedbackPrint reservation={reservation} />;
        if (paper === ALL_PAPERS) return <AllPapers reservation={reservation} />;
        return name ? (
          <PaperView key={name} name={name} reservation={reservation} />
        ) : (
          <Overview reservation={reservation} />
        );
      }}
    </QueryResult>
  );
}

interface OverviewProps {
  readonly reservation: ReservationFile;
}

function Overview({ reservation }: OverviewProps) {
  const { request, file } = reservation;
  useNamedField(controlOf);
  useMarkAsRead(reservation);
  const isCancelled = request.status === 'annulee';
  const hasCome = hasFirstDayCome(request.confirmedDates, todayInParis());
  return (
    <>
      <ButtonLink to={{ ...currentView(), paper: null }} icon={ArrowLeft}>
        {words.back}
      </ButtonLink>
      <Stack gap="1">
        <ViewTitle>{words.title}</ViewTitle>
        <Text overflowWrap="anywhere">{request.name}</Text>
        {request.confirmedDates.map((day) => (
          <Text key={day}>{formatDay(day)}</Text>
        ))}
        {file.feedback && (
          <ViewTextLink to={{ ...currentView(), paper: OVERVIEW, field: FEEDBACK }}>{words.feedback.open}</ViewTextLink>
        )}
      </Stack>
      {(isCancelled || request.confirmedDates.length === 0) && (
        <Text role="note">{isCancelled ? words.cancelled : words.notConfirmed}</Text>
      )}
      <NextSteps reservation={reservation} />
      <DocumentList reservation={reservation} />
      {hasCome && <AttendanceForm reservation={reservation} />}
      <TraineeForm reservation={reservation} />
      <Deadlines reservation={reservation} />
      {file.feedback && <FeedbackSection file={file} />}
    </>
  );
}

/** The element to open at: the first hour that is not noted, or the control of a detail. */
function controlOf(field: string): string {
  if (field !== 'kept') return fieldId(field === 'results' ? 'result-0' : `file-${field}`);
  const times = [...document.querySelectorAll<HTMLInputElement>('[id^="field-kept-"][type="time"]')];
  return (times.find(({ value }) => value === '') ?? times[0])?.id ?? 'attendance';
}

function DocumentList({ reservation }: OverviewProps) {
  const data = usePaperData(reservation);
  return (
    <TitledSection id="documents" title={words.list}>
      <Stack as="ul" gap="1" listStyleType="none">
        {PAPERS.map((name) => {
          const paper = WRITE[name](data);
          const state = stateOf(name, paper, data);
          const { sentOn, signedOn } = paperState(name, reservation.file) ?? {};
          const early = state === 'early' && lastEarlyDay(name, paper, data);
          const day = early ? addDays(early, 1) : state === 'signed' ? signedOn : state === 'sent' && sentOn;
          return (
            <li key={name}>
              <Flex columnGap="3" wrap="wrap" align="center" justify="space-between">
                <ViewTextLink to={{ ...currentView(), paper: name }}>{paperTitle(name, reservation.file)}</ViewTextLink>
                <Tag whiteSpace="nowrap" bg={STATE_COLORS[state] ?? 'sand'}>
                  {agreeing(words.progress[state], name, isContract(reservation.file)) +
                    (day ? words.since(day, Boolean(early)) : '')}
                </Tag>
              </Flex>
              {warningsFor(name, data, paper.fingerprint).map(({ text }) => (
                <Text key={text} fontSize="sm">
                  {text}
                </Text>
              ))}
              <LeavePaper name={name} reservation={reservation} fingerprint={paper.fingerprint} />
            </li>
          );
        })}
      </Stack>
    </TitledSection>
  );
}

type State = keyof typeof words.progress;

/** What has gone says so, unless there is more to note in it after the day. */
function stateOf(name: PaperName, paper: Paper, data: PaperData): State {
  const { sentOn, signedOn } = paperState(name, data.file) ?? {};
  const progress = progressOf(name, paper, data);
  if (progress !== 'later' && signedOn)
    return name === 'convention' && voidAgreement(data, paper.fingerprint) ? 'void' : 'signed';
  if (progress !== 'later' && sentOn) return 'sent';
  if (data.request.status === 'annulee') return 'unexpected';
  return progress === 'incomplete' && paper.isOutside ? 'outside' : progress;
}

const STATE_COLORS: Partial<Record<State, string>> = {
  complete: 'sage.mist',
  signed: 'sage.mist',
  incomplete: 'sun',
  void: 'sun',
};

type Mark = NonNullable<ReturnType<typeof deadlinesOf>[number]['marks']>[number];

/** The deadlines of the law and the fund, each with a tick for what ends it. */
function Deadlines({ reservation }: OverviewProps) {
  const isOld = useIsOld();
  const { save } = useSaveFile(reservation, () => undefined);
  const markPaid = useMarkPaid(reservation);
  const deadlines = deadlinesOf(usePaperData(reservation));
  const { day, isWrong, field: dayField } = useMarkedDay(null);
  if (deadlines.length === 0) return null;
  const isTooEarly = ({ on, from }: Mark) => on === null && !isWrong && from > day;
  const isOpen = deadlines.some(({ marks = [] }) => marks.some(({ on }) => on === null));
  return (
    <TitledSection id="deadlines" title={words.deadlines.title} gap="2">
      {isOpen && <TextField label={followUp.day} hint={followUp.dayHint} name="deadline-day" {...dayField} />}
      {deadlines.map(({ text, place, marks = [] }) => (
        <Box key={text}>
          <Text>{text}</Text>
          {place === 'request' && reservation.request.confirmedDates.length > 0 && (
            <ViewTextLink to={{ ...currentView(), paper: null }}>{words.deadlines.paidUnsigned}</ViewTextLink>
          )}
          {place === 'payer' && (
            <ViewTextLink to={{ ...currentView(), paper: OVERVIEW, field: place }}>
              {words.deadlines.choosePayer}
            </ViewTextLink>
          )}
          {marks.map((mark) => (
            <CheckboxField
              key={mark.detail}
              name={`file-${mark.detail}`}
              label={words.deadlines.marks[mark.detail]}
              hint={mark.on ? words.deadlines.on(mark.on) : isTooEarly(mark) ? possibleFrom(mark.from) : undefined}
              checked={mark.on !== null}
              disabled={isOld || (mark.on === null && isWrong) || isTooEarly(mark)}
              onChange={() => {
                const noted = mark.on ? null : day;
                if (mark.detail === 'paid') markPaid(noted);
                else save({ [mark.detail]: noted });
              }}
            />
          ))}
        </Box>
      ))}
      {reservation.request.status === 'annulee' && <GivenBack reservation={reservation} />}
    </TitledSection>
  );
}

/** The sum that was given back after the last cancellation: of a deposit, what no compensation keeps. */
function GivenBack({ reservation: { request, file } }: OverviewProps) {
  const { data } = useCall('owner_request', { id: request.id });
  const last = data?.history.findLast(({ action }) => /^(?:(?:visitor_)?cancelled|refunded)$/.test(action));
  if (last?.action !== 'refunded') return null;
  const left = request.followUp.paid ? 0 : (file.depositCents ?? 0) - (file.cancelCents ?? 0);
  // An older line is a list of the day alone.
  const { days = last.detail, cents = left } = last.detail as { readonly days?: unknown; readonly cents?: number };
  const day = String(days);
  return <Text>{words.deadlines.givenBack(words.now.refunded(cents > 0 ? centsInEuros(cents) : ''), day)}</Text>;
}
