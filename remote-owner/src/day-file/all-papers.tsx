import { PAPERS, type PaperName } from '@site/contract/day-papers';
import { Button, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { CheckboxField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { OwnedDayFile } from '../api/wire';
import { dayFile } from '../content/day-file';
import { nameFor } from '../content/papers/paper';
import { sendPapers } from '../content/send-papers';
import { PaperSheet } from './paper-sheet';
import { BackToFile, useDocumentTitle } from './paper-view';
import { SendLink } from './send-papers';
import { changesOf, nameOf, useMarkPapers, usePaper } from './use-file';

const words = dayFile.all;

/** In the address, in place of the name of a document. */
export const ALL = 'tous';

interface AllPapersProps {
  readonly own: OwnedDayFile;
  /** True while the shown data are old. */
  readonly isOld: boolean;
}

/**
 * The chosen documents one below the other, printed and sent together. At first, those that are complete and not sent; the data
 * of the invoice are for the owner's invoicing program, and nobody signs a sheet before its day.
 */
export function AllPapers({ own, isOld }: AllPapersProps) {
  const write = usePaper(own);
  const mark = useMarkPapers(own);
  useDocumentTitle(nameFor(dayFile.title, own.request));
  const isComplete = (name: PaperName) => write(name).missing.length === 0;
  /** One that has changed since is to be sent again. */
  const isSent = (name: PaperName) =>
    own.file.papers.some(({ paper, sentOn }) => paper === name && sentOn !== null) &&
    changesOf(name, own, write(name).print).length === 0;
  const isTooEarly = (name: PaperName) =>
    name === 'emargement' && todayInParis() < (own.request.confirmedDates[0] ?? '');
  const [left, setLeft] = useState(() =>
    PAPERS.filter((name) => name === 'facture' || isTooEarly(name) || !isComplete(name) || isSent(name)),
  );
  const chosen = PAPERS.filter((name) => !left.includes(name));
  const toggle = (name: PaperName) =>
    setLeft((now) => (now.includes(name) ? now.filter((other) => other !== name) : [...now, name]));
  // The invoice itself comes from an invoicing program.
  const toSend =
    own.request.status === 'annulee' ? [] : chosen.filter((name) => name !== 'facture' && isComplete(name));
  const unsent = toSend.filter((name) => !isSent(name));
  const markAll = () => {
    mark(unsent.map((paper) => ({ paper, step: 'sent', day: todayInParis(), print: write(paper).print }) as const));
    // The button goes, and would take the focus with it.
    document.getElementById('all-papers')?.focus({ preventScroll: true });
  };
  return (
    <>
      <BackToFile />
      <Heading as="h2" size="2xl" id="all-papers" tabIndex={-1}>
        {words.title}
      </Heading>
      <Stack as="fieldset" gap="1" borderWidth="0" padding="0" margin="0">
        <Text as="legend" fontWeight="semibold">
          {words.choose}
        </Text>
        <Text fontSize="sm">{words.text}</Text>
        {PAPERS.map((name) => (
          <CheckboxField
            key={name}
            name={`print-${name}`}
            label={nameOf(name, own.file)}
            checked={!left.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </Stack>
      <Flex gap="3" wrap="wrap">
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => window.print()}>
          {dayFile.print}
        </Button>
        {toSend.length > 0 && <SendLink own={own} papers={toSend} />}
        {unsent.length > 0 && (
          <Button variant="quiet" disabled={isOld} onClick={markAll}>
            {sendPapers.mark(unsent.length)}
          </Button>
        )}
      </Flex>
      {toSend.length > 0 && <Text fontSize="sm">{sendPapers.hint}</Text>}
      <Text role="status">{chosen.length === 0 && words.none}</Text>
      {chosen.map((name) => (
        <PaperSheet key={name} name={name} paper={write(name)} />
      ))}
    </>
  );
}
