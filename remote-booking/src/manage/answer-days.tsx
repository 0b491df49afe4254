import type { Site } from '@site/contract/host';
import type { KnownPrice } from '@site/contract/prices';
import { Button, Flex, Stack } from '@site/shared-ui';
import { type FormEvent, useState } from 'react';
import type { ManagedRequest } from '../api/managed-request';
import { manage } from '../content/manage';
import { DaysWanted } from '../form/days-wanted';

interface AnswerDaysProps {
  readonly request: ManagedRequest;
  readonly price: Partial<KnownPrice>;
  readonly site: Site;
  readonly isSending: boolean;
  readonly onAnswer: (daysWanted: string) => void;
}

/** The question of the form, with its answer if there is one: it can be changed while no date is confirmed. */
export function AnswerDays({ request: { days, daysWanted }, price, site, isSending, onAnswer }: AnswerDaysProps) {
  const stored = daysWanted ?? '';
  const [chosen, setChosen] = useState(stored);
  const answer = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(chosen);
  };
  return (
    <Stack asChild gap="4">
      <form method="dialog" onSubmit={answer}>
        <DaysWanted dates={days} price={price} site={site} answer={chosen} onChange={setChosen} />
        {chosen !== stored && (
          <Flex>
            <Button variant="primary" type="submit" disabled={isSending}>
              {isSending ? manage.sending : manage.answerDays}
            </Button>
          </Flex>
        )}
      </form>
    </Stack>
  );
}
