import type { DocumentName } from '@site/contract/day-papers';
import { Button, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { CheckboxField } from '@site/shared-ui/form';
import { useState } from 'react';
import type { OwnedDayFile } from '../api/wire';
import { dayFile } from '../content/day-file';
import { DOCUMENTS } from '../content/papers/all-papers';
import { PaperSheet } from './paper-sheet';
import { BackToFile, useDocumentTitle } from './paper-view';
import { nameOf, usePaper } from './use-file';

const words = dayFile.all;

/** In the address, in place of the name of a document. */
export const ALL = 'tous';

/** The chosen documents one below the other, printed together. At first, those that are complete. */
export function AllPapers({ own }: { readonly own: OwnedDayFile }) {
  const write = usePaper(own);
  useDocumentTitle(`${dayFile.title} – ${own.request.name}`);
  const [left, setLeft] = useState(() => DOCUMENTS.filter((name) => write(name).missing.length > 0));
  const chosen = DOCUMENTS.filter((name) => !left.includes(name));
  const toggle = (name: DocumentName) =>
    setLeft((now) => (now.includes(name) ? now.filter((other) => other !== name) : [...now, name]));
  return (
    <>
      <BackToFile />
      <Heading as="h2" size="2xl">
        {words.title}
      </Heading>
      <Stack as="fieldset" gap="1" borderWidth="0" padding="0" margin="0">
        <Text as="legend" fontWeight="semibold">
          {words.choose}
        </Text>
        <Text fontSize="sm">{words.text}</Text>
        {DOCUMENTS.map((name) => (
          <CheckboxField
            key={name}
            name={`print-${name}`}
            label={nameOf(name, own.file)}
            checked={!left.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </Stack>
      <Flex>
        <Button variant="primary" disabled={chosen.length === 0} onClick={() => window.print()}>
          {dayFile.print}
        </Button>
      </Flex>
      <Text role="status">{chosen.length === 0 && words.none}</Text>
      {chosen.map((name) => (
        <PaperSheet key={name} paper={write(name)} />
      ))}
    </>
  );
}
