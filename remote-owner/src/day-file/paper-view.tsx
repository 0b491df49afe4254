import { isContract, PAPER_STEPS, type PaperName } from '@site/contract/day-papers';
import { addDays } from '@site/contract/today';
import { Box, Button, Flex, Stack, Text } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { ArrowLeft } from 'lucide';
import { useEffect } from 'react';
import type { ReservationFile } from '../api/wire';
import { formatDays, possibleFrom } from '../content/dates';
import { dayFile as words } from '../content/day-file';
import { markedPaper } from '../content/paper-names';
import { sendPapers } from '../content/send-papers';
import { lastEarlyDay } from '../papers/all-papers';
import { renderInvoiceCsv } from '../papers/invoice-data';
import { isElsewhere, type MissingField, type Paper } from '../papers/paper';
import { paperState } from '../papers/paper-data';
import { isUnpayable } from '../papers/withdrawal';
import { TitledCard } from '../view/cards';
import { download } from '../view/download';
import { ActionButton } from '../view/form';
import { ViewTitle } from '../view/frame';
import { useIsOld } from '../view/query-result';
import { ExpressRequestQuestion } from '../view/questions';
import { ButtonLink, currentView, OVERVIEW, ViewTextLink, viewOfPlace } from '../view/view-address';
import { PaperSheet } from './paper-sheet';
import { SendLink, SIGNED } from './send-papers';
import { paperTitle, useLeaveAsSent, useMarkedDay, usePaperData, usePaperWriter, useSign } from './use-file';
import { mayLeaveAsSent, paperStateLines, useNotices, warningsFor } from './warnings';

interface PaperViewProps {
  readonly name: PaperName;
  readonly reservation: ReservationFile;
}

/** One document: what it lacks, how to print it, and when it went out. */
export function PaperView({ name, reservation }: PaperViewProps) {
  const data = usePaperData(reservation);
  const paper = usePaperWriter(reservation)(name);
  const notices = useNotices(name, reservation);
  const title = paperTitle(name, reservation.file);
  useDocumentTitle(title, reservation);
  const isCancelled = reservation.request.status === 'annulee';
  const canGo = paper.isComplete && !isCancelled;
  return (
    <>
      <BackToFile />
      <ViewTitle>{title}</ViewTitle>
      {paperStateLines(name, data, paper.fingerprint).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      <LeavePaper name={name} reservation={reservation} fingerprint={paper.fingerprint} />
      {notices.map((notice) => (
        <Text key={notice}>{notice}</Text>
      ))}
      <Flex gap="3" wrap="wrap">
        <Button variant="primary" onClick={() => window.print()}>
          {words.print}
        </Button>
        {name === 'facture' && <CsvButton reservation={reservation} />}
        {canGo && <SendLink reservation={reservation} papers={[name]} />}
      </Flex>
      {canGo && <Text fontSize="sm">{name === 'facture' ? sendPapers.invoiceHint : sendPapers.hint}</Text>}
      {isCancelled ? <Text>{words.cancelled}</Text> : <MissingFields missing={paper.missing} />}
      <Marks key={name} name={name} reservation={reservation} paper={paper} />
      <PaperSheet paper={paper} />
    </>
  );
}

interface LeavePaperProps extends PaperViewProps {
  /** Digest of the paper as it would be now. */
  readonly fingerprint: string;
}

/** Ends what is told of texts that have changed since the paper went out; nothing without such a change. */
export function LeavePaper({ name, reservation, fingerprint }: LeavePaperProps) {
  const leaveAsSent = useLeaveAsSent(reservation);
  if (!mayLeaveAsSent(warningsFor(name, usePaperData(reservation), fingerprint))) return null;
  return (
    <ActionButton
      alignSelf="flex-start"
      aria-label={words.leaveAsSentOf(paperTitle(name, reservation.file))}
      onClick={() => leaveAsSent({ paper: name, print: fingerprint })}
    >
      {words.leaveAsSent}
    </ActionButton>
  );
}

export const BackToFile = () => (
  <ButtonLink to={{ ...currentView(), paper: OVERVIEW }} icon={ArrowLeft}>
    {words.backToFile}
  </ButtonLink>
);

/** Browsers name a printed file after the title of the page, so that the title has the person and all days. */
export function useDocumentTitle(name: string, { request }: ReservationFile): void {
  const title = [name, request.name, formatDays(request.confirmedDates)].filter(Boolean).join(' – ');
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

function CsvButton({ reservation }: { readonly reservation: ReservationFile }) {
  const data = usePaperData(reservation);
  const save = () =>
    download({
      name: words.csvFile(reservation.request.confirmedDates, reservation.request.id),
      type: 'text/csv;charset=utf-8',
      text: renderInvoiceCsv(data),
    });
  return (
    <Button variant="quiet" onClick={save}>
      {words.csv}
    </Button>
  );
}

const PLACES = ['dossier', 'request', 'site'] as const;

function MissingFields({ missing }: { readonly missing: readonly MissingField[] }) {
  const open = missing.filter(({ isLater }) => !isLater);
  if (open.length === 0) return missing.length > 0 && <Text>{words.missing.later}</Text>;
  return (
    <TitledCard title={words.missing.title} size="lg" gap="3">
      {PLACES.map((where) => {
        const here = open.filter((field) => field.place.startsWith(where));
        if (here.length === 0) return null;
        return (
          <Box key={where}>
            <Text fontWeight="semibold">{words.missing[where]}</Text>
            <Stack as="ul" gap="1" paddingInlineStart="5">
              {here.map(({ field, label, source, place }) => (
                <li key={field}>
                  <ViewTextLink to={viewOfPlace(place)} display="inline-flex">
                    {label}
                  </ViewTextLink>
                  <Text fontSize="sm" color="ink.soft">
                    {source}
                  </Text>
                </li>
              ))}
            </Stack>
          </Box>
        );
      })}
    </TitledCard>
  );
}

function lackingWords({ missing, isOutside }: Pick<Paper, 'missing' | 'isOutside'>): string {
  if (isOutside) return words.marks.outside;
  return missing.some(({ isLater }) => !isLater) ? words.marks.incomplete : words.marks.later;
}

interface MarksProps extends PaperViewProps {
  readonly paper: Paper;
}

function Marks({ name, reservation, paper }: MarksProps) {
  const isOld = useIsOld();
  const { sign, question } = useSign(reservation);
  const isCancelled = reservation.request.status === 'annulee';
  const mayMark = (paper.isComplete || paper.isOutside) && !isCancelled;
  const state = paperState(name, reservation.file);
  const { day, isWrong, field } = useMarkedDay(state?.sentOn ?? null);
  const data = usePaperData(reservation);
  const isEarly = name === 'facture' && isUnpayable(data);
  // What is written elsewhere does not keep it from being noted: the ten days do.
  const missing = isEarly ? paper.missing.filter(({ field: lacking }) => !isElsewhere(lacking, data)) : paper.missing;
  const lastDay = lastEarlyDay(name, paper, data);
  const steps = PAPER_STEPS.filter((step) => step === 'sent' || SIGNED.includes(name) || state?.signedOn);
  return (
    <TitledCard title={words.marks.title} size="lg">
      {missing.length > 0 && !isCancelled && <Text>{lackingWords({ ...paper, missing })}</Text>}
      {steps.map((step) => {
        const noted = (step === 'sent' ? state?.sentOn : state?.signedOn) ?? null;
        return (
          <CheckboxField
            key={step}
            name={`paper-${step}`}
            label={markedPaper(name, step, isContract(reservation.file))}
            hint={noted ? words.marks.on(noted) : lastDay ? possibleFrom(addDays(lastDay, 1)) : undefined}
            checked={noted !== null}
            disabled={isOld || (noted === null && (!mayMark || isWrong))}
            onChange={() => sign({ paper: name, step, day: noted ? null : day, fingerprint: paper.fingerprint })}
          />
        );
      })}
      {mayMark && (
        <Box maxWidth="16rem">
          <TextField label={words.marks.day} name="paper-day" {...field} />
        </Box>
      )}
      <ExpressRequestQuestion {...question} />
    </TitledCard>
  );
}
