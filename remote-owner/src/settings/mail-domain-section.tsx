import { Button, Card, Stack, Text } from '@site/shared-ui';
import type { MailRecord, MailRecords } from '../api/health';
import { useSpace } from '../api/owner-api';
import { mailDomain as words } from '../content/mail-domain';
import { failures } from '../content/space';
import { type Row, Rows } from '../view/cards';
import { useAction } from '../view/form';
import { TitledSection } from '../view/frame';

/** Asks name servers, on a press, whether receivers can see that the site's mails come from its domain. */
export function MailDomainSection() {
  const { api } = useSpace();
  const asking = useAction({ mutationFn: () => api.call('owner_mail_records', {}) });
  const answer = asking.data;
  return (
    <TitledSection id="mail-domain" title={words.title}>
      <Card>
        <Stack gap="4" align="flex-start">
          <Text>{words.text}</Text>
          <Text role="status">{asking.isPending ? words.asking : sentenceOf(answer)}</Text>
          {answer && answer.records.length > 0 && <Rows rows={answer.records.map(rowOf)} width="full" />}
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
