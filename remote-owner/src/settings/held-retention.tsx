import { Button, Card, Flex, Stack, Text } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldRetention as Held } from '../api/health';
import { useOwner } from '../api/owner-context';
import { useCall } from '../api/use-call';
import { formatMoment } from '../content/dates';
import { retention } from '../content/health';
import { Question } from '../view/question';
import { TitledSection } from '../view/titled-section';
import { useAction } from '../view/use-action';

/** Shows a removal of old requests that waits for the owner; nothing while there is none. */
export function HeldRetention() {
  const { data } = useCall('owner_health', {});
  return data?.retention ? <HeldCard held={data.retention} /> : null;
}

function HeldCard({ held }: { readonly held: Held }) {
  const { api } = useOwner();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const removing = useAction({
    mutationFn: () => api.call('owner_confirm_retention', { requests: held.requests }),
    done: () => retention.done,
    onSettled: () => {
      setIsAsked(false);
      void queries.invalidateQueries();
    },
  });
  return (
    <TitledSection id="held-retention" title={retention.title}>
      <Card>
        <Stack gap="4">
          <Text>{retention.text(held)}</Text>
          <Text>{retention.resumes(formatMoment(held.resumesAt))}</Text>
          <Flex>
            <Button variant="quiet" onClick={() => setIsAsked(true)}>
              {retention.confirm(held.requests)}
            </Button>
          </Flex>
        </Stack>
      </Card>
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={retention.askTitle}
        primary={{ label: retention.confirm(held.requests), act: () => removing.mutate(), isDisabled: removing.isPending }}
      >
        <Text>{retention.askText}</Text>
      </Question>
    </TitledSection>
  );
}
