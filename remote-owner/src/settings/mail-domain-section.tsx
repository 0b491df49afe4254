import { Box, Button, Card, Flex, Stack, Text } from '@site/shared-ui';
import { useState } from 'react';
import type { MailRecord, MailRecords } from '../api/health';
import { useSpace } from '../api/owner-api';
import { mailDomain as words } from '../content/mail-domain';
import { failures } from '../content/space';
import { useAction } from '../view/form';
import { TitledSection } from '../view/frame';

/** Asks name servers, on a press, whether receivers can see that the site's mails come from its domain. */
export function MailDomainSection() {
  const { api } = useSpace();
  const [answer, setAnswer] = useState<MailRecords | null | undefined>();
  const asking = useAction({
    mutationFn: () => api.call('owner_mail_records', {}),
    onMutate: () => setAnswer(undefined),
    onSuccess: setAnswer,
  });
  return (
    <TitledSection id="mail-domain" title={words.title}>
      <Card>
        <Stack gap="4" align="flex-start">
          <Text>{words.text}</Text>
          <Text role="status">{asking.isPending ? words.asking : sentenceOf(answer)}</Text>
          {answer && answer.records.length > 0 && (
            <Stack as="dl" gap="3" width="full">
              {answer.records.map((record) => (
                <LabelledRow key={record.kind} row={rowOf(record)} />
              ))}
            </Stack>
          )}
          {/* Stays enabled while it runs: a disabled button loses the focus. */}
          <Button alignSelf="flex-start" variant="quiet" onClick={() => !asking.isPending && asking.mutate()}>
            {words.ask}
          </Button>
        </Stack>
      </Card>
    </TitledSection>
  );
}

function sentenceOf(answer: MailRecords | null | undefined): string {
  if (answer === undefined) return '';
  if (answer === null) return failures.unavailable;
  return answer.domain === null ? words.noSender : words.asked(answer.domain);
}

function rowOf({ kind, name, state, found }: MailRecord): Row {
  return {
    label: words.kinds[kind],
    value: words.states[state],
    isBad: state !== 'set' && state !== 'unknown',
    notes: [...words.advice(kind, state, name), ...found],
  };
}

export interface Row {
  readonly label: string;
  readonly value: string;
  readonly isBad: boolean;
  readonly notes?: readonly string[];
}

/** Stands inside a `dl`. */
export function LabelledRow({ row: { label, value, isBad, notes = [] } }: { readonly row: Row }) {
  return (
    <Flex justify="space-between" columnGap="4" wrap="wrap">
      <Text as="dt">{label}</Text>
      <Box as="dd" fontWeight="semibold" color={isBad ? 'alarm' : undefined}>
        {value}
      </Box>
      {notes.map((note) => (
        <Box as="dd" key={note} width="full" fontSize="sm" color="ink.soft" overflowWrap="anywhere">
          {note}
        </Box>
      ))}
    </Flex>
  );
}
