import { PAPERS, type PaperName } from '@site/contract/day-papers';
import { Box, Button, Flex, Stack, Text } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { ReservationFile } from '../api/wire';
import { lowerFirst } from '../content/dates';
import { dayFile } from '../content/day-file';
import { sendPapers } from '../content/send-papers';
import { isUnpayable, lastOfTenDays } from '../papers/withdrawal';
import { ActionButton } from '../view/form';
import { Summary, ViewTitle } from '../view/frame';
import { currentView, OVERVIEW, openView } from '../view/view-address';
import { useDuePapers } from './next-steps';
import { PaperSheet } from './paper-sheet';
import { BackToFile, useDocumentTitle } from './paper-view';
import { SendLink } from './send-papers';
import { paperTitle, useMarkedDay, useMarkPapers, usePaperData } from './use-file';
import { datedNotices } from './warnings';

const words = dayFile.all;

/**
 * The chosen documents, one below the other, to print and send together. The invoice comes from an invoicing program.
 */
export function AllPapers({ reservation }: { readonly reservation: ReservationFile }) {
  const { write, hasGone, ready } = useDuePapers(reservation);
  const mark = useMarkPapers(reservation);
  useDocumentTitle(dayFile.title, reservation);
  const [first] = useState(ready);
  const [excluded, setExcluded] = useState(() => PAPERS.filter((name) => !ready.includes(name)));
  const chosen = PAPERS.filter((name) => !excluded.includes(name));
  const toggle = (name: PaperName) =>
    setExcluded((now) => (now.includes(name) ? now.filter((other) => other !== name) : [...now, name]));
  const choice = (name: PaperName) => (
    <CheckboxField
      key={name}
      name={`print-${name}`}
      label={name === 'facture' ? sendPapers.invoiceChoice : paperTitle(name, reservation.file)}
      checked={!excluded.includes(name)}
      onChange={() => toggle(name)}
    />
  );
  const data = usePaperData(reservation);
  const isInvoiceEarly = isUnpayable(data) && chosen.includes('facture');
  const sheets = chosen.filter((name) => name !== 'facture');
  const toSend = reservation.request.status === 'annulee' ? [] : chosen.filter((name) => write(name).isComplete);
  const unsent = toSend.filter((name) => !hasGone(name));
  const unsentSheets = unsent.filter((name) => name !== 'facture');
  const { day, isWrong, field } = useMarkedDay(null);
  const markSent = (names: readonly PaperName[]) => {
    mark(names.map((paper) => ({ paper, step: 'sent', day, fingerprint: write(paper).fingerprint }) as const));
    openView({ ...currentView(), paper: OVERVIEW });
  };
  return (
    <>
      <BackToFile />
      <ViewTitle>{words.title}</ViewTitle>
      <Stack as="fieldset" gap="1" borderWidth="0" padding="0" margin="0">
        <Text as="legend" fontWeight="semibold">
          {words.choose}
        </Text>
        <Text fontSize="sm">{words.text}</Text>
        {first.map(choice)}
        <details open={first.length === 0}>
          <Summary>{words.others}</Summary>
          {PAPERS.filter((name) => !first.includes(name)).map(choice)}
        </details>
      </Stack>
      {isInvoiceEarly && <Text>{dayFile.deadlines.unsigned(lastOfTenDays(data))}</Text>}
      {toSend.length > 0 && <Text>{sheets.length > 0 ? sendPapers.hint : sendPapers.invoiceHint}</Text>}
      {sheets.length > 0 && toSend.includes('facture') && <Text>{sendPapers.withInvoice}</Text>}
      {sheets
        .flatMap((name) =>
          datedNotices(name, data).map((notice) => [paperTitle(name, reservation.file), notice] as const),
        )
        .map(([title, notice]) => (
          <Text key={title}>{`${title}\u00a0: ${lowerFirst(notice)}`}</Text>
        ))}
      {unsent.length > 0 && (
        <Box maxWidth="16rem">
          <TextField label={dayFile.marks.day} name="papers-day" {...field} />
        </Box>
      )}
      <Flex gap="3" wrap="wrap">
        <Button variant="primary" disabled={sheets.length === 0} onClick={() => window.print()}>
          {dayFile.print}
        </Button>
        {toSend.length > 0 && <SendLink reservation={reservation} papers={toSend} />}
        {unsentSheets.length > 0 && (
          <ActionButton disabled={isWrong} onClick={() => markSent(unsentSheets)}>
            {sendPapers.mark(unsentSheets.length)}
          </ActionButton>
        )}
        {unsent.includes('facture') && (
          <ActionButton disabled={isWrong} onClick={() => markSent(['facture'])}>
            {sendPapers.markInvoice}
          </ActionButton>
        )}
      </Flex>
      <Text role="status">{chosen.length === 0 && words.none}</Text>
      {sheets.map((name) => (
        <PaperSheet key={name} name={sheets.length > 1 ? name : ''} paper={write(name)} />
      ))}
    </>
  );
}
