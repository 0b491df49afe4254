import { PAPER_STEPS, type PaperName } from '@site/contract/day-papers';
import { Box, Button, Card, Flex, Heading, Icon, Stack, Text, TextLink, todayInParis } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { ArrowLeft } from 'lucide';
import { useEffect, useState } from 'react';
import { useOwner } from '../api/owner-api';
import type { OwnedDayFile } from '../api/wire';
import { formatDays } from '../content/dates';
import { dayFile as words } from '../content/day-file';
import { markedPaper } from '../content/paper-names';
import { sendPapers } from '../content/send-papers';
import { withdrawalNotices } from '../papers/deadlines';
import { marksFor, type Place } from '../papers/fields';
import { renderInvoiceCsv } from '../papers/money';
import { isContract, type MissingField, type Paper } from '../papers/paper';
import { download } from '../view/download';
import { currentView, type View, ViewLink } from '../view/view';
import { PaperSheet } from './paper-sheet';
import { SendLink, SIGNED } from './send-papers';
import { nameOf, stateOf, useMarkPapers, usePaper } from './use-file';

/** In the address, in place of the name of a document. */
export const ALL = 'tous';

interface PaperViewProps {
  readonly name: PaperName;
  readonly own: OwnedDayFile;
  /** True while the shown data are old. */
  readonly isOld: boolean;
}

/** One document: what it lacks, its printing, and when it went out. */
export function PaperView({ name, own, isOld }: PaperViewProps) {
  const { site } = useOwner().host;
  const paper = usePaper(own)(name);
  const notices = name === 'convention' ? withdrawalNotices({ ...own, site, today: todayInParis() }) : [];
  const title = nameOf(name, own.file);
  useDocumentTitle(title, own);
  const canGo = paper.missing.length === 0 && own.request.status !== 'annulee';
  return (
    <>
      <BackToFile />
      <Heading as="h2" size="2xl">
        {title}
      </Heading>
      {stateOf(name, own, paper.print).map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {notices.map((notice) => (
        <Text key={notice}>{notice}</Text>
      ))}
      <Flex gap="3" wrap="wrap">
        <Button variant="primary" onClick={() => window.print()}>
          {words.print}
        </Button>
        {name === 'facture' && <CsvButton own={own} />}
        {canGo && <SendLink own={own} papers={[name]} />}
      </Flex>
      {canGo && <Text fontSize="sm">{name === 'facture' ? sendPapers.invoiceHint : sendPapers.hint}</Text>}
      <MissingFields missing={paper.missing} />
      <Marks key={name} {...{ name, own, paper, isOld, canGo }} />
      <PaperSheet paper={paper} />
    </>
  );
}

export const BackToFile = () => (
  <Flex>
    <Button asChild variant="quiet">
      <ViewLink to={{ ...currentView(), file: 'journee' }}>
        <Icon of={ArrowLeft} />
        {words.backToFile}
      </ViewLink>
    </Button>
  </Flex>
);

/** Browsers name a printed file after the page: its person and all its days follow. */
export function useDocumentTitle(name: string, { request }: OwnedDayFile): void {
  const title = [name, request.name, formatDays(request.confirmedDates)].filter(Boolean).join(' – ');
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

function CsvButton({ own }: { readonly own: OwnedDayFile }) {
  const { host } = useOwner();
  const save = () =>
    download({
      name: words.csvFile(own.request.confirmedDates, own.request.id),
      type: 'text/csv;charset=utf-8',
      text: renderInvoiceCsv({ ...own, site: host.site, today: todayInParis() }),
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
    <Card>
      <Stack gap="3">
        <Heading as="h3" size="lg">
          {words.missing.title}
        </Heading>
        {PLACES.map((place) => {
          const here = open.filter((field) => field.place.startsWith(place));
          if (here.length === 0) return null;
          return (
            <Box key={place}>
              <Text fontWeight="semibold">{words.missing[place]}</Text>
              <Stack as="ul" gap="1" paddingInlineStart="5">
                {here.map(({ field, label, source, place }) => (
                  <li key={field}>
                    <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
                      <ViewLink to={viewOfPlace(place)}>{label}</ViewLink>
                    </TextLink>
                    <Text fontSize="sm" color="ink.soft">
                      {source}
                    </Text>
                  </li>
                ))}
              </Stack>
            </Box>
          );
        })}
      </Stack>
    </Card>
  );
}

export function viewOfPlace(place: Place): Partial<View> {
  const [where, field = null] = place.split(':');
  if (where === 'site') return { name: 'textes', field };
  return { ...currentView(), file: where === 'dossier' ? 'journee' : null, field };
}

interface MarksProps {
  readonly name: PaperName;
  readonly own: OwnedDayFile;
  readonly paper: Paper;
  readonly isOld: boolean;
  /** Whether it is complete and its reservation is not cancelled. */
  readonly canGo: boolean;
}

function Marks({ name, own, paper, isOld, canGo }: MarksProps) {
  const mark = useMarkPapers(own);
  const today = todayInParis();
  const [day, setDay] = useState(today);
  const isWrong = day === '' || day > today;
  const isOpen = paper.missing.length === 0 || paper.missing.some(({ isLater }) => !isLater);
  const state = marksFor(name, own.file);
  const steps = PAPER_STEPS.filter((step) => step === 'sent' || SIGNED.includes(name) || state?.signedOn);
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="lg">
          {words.marks.title}
        </Heading>
        {!canGo && <Text>{isOpen ? words.marks.incomplete : words.marks.later}</Text>}
        {steps.map((step) => {
          const noted = (step === 'sent' ? state?.sentOn : state?.signedOn) ?? null;
          return (
            <CheckboxField
              key={step}
              name={`paper-${step}`}
              label={markedPaper(name, step, isContract(own.file))}
              hint={noted ? words.marks.on(noted) : undefined}
              checked={noted !== null}
              disabled={isOld || (noted === null && (!canGo || isWrong))}
              onChange={() => mark([{ paper: name, step, day: noted ? null : day, print: paper.print }])}
            />
          );
        })}
        {canGo && (
          <Box maxWidth="16rem">
            <TextField
              label={words.marks.day}
              name="paper-day"
              type="date"
              max={today}
              value={day}
              error={isWrong ? words.marks.dayWrong : undefined}
              onChange={(event) => setDay(event.target.value)}
            />
          </Box>
        )}
      </Stack>
    </Card>
  );
}
