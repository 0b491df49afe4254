import { Button, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeldRetention as Held } from '../api/health';
import { useCall } from '../api/use-call';
import { formatMoment } from '../content/dates';
import { retention as words } from '../content/health';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';
import { Question } from '../view/question';

/** Shows a removal of old requests that waits for the owner; nothing while there is none. */
export function HeldRetention() {
  const { data } = useCall('owner_health', {});
  return data?.retention ? <HeldCard held={data.retention} /> : null;
}

function HeldCard({ held }: { readonly held: Held }) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const removing = useMutation({
    mutationFn: () => api.call('owner_confirm_retention', { requests: held.requests }),
    onSuccess: () => void host.notify({ title: words.done, tone: 'success', duration: 5000 }),
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
    onSettled: () => {
      setIsAsked(false);
      void queries.invalidateQueries();
    },
  });
  return (
    <Stack as="section" gap="4" aria-labelledby="held-retention">
      <Heading as="h3" size="xl" id="held-retention">
        {words.title}
      </Heading>
      <Card>
        <Stack gap="4">
          <Text>{words.text(held)}</Text>
          {held.resumesAt && <Text>{words.resumes(formatMoment(held.resumesAt))}</Text>}
          <Flex>
            <Button variant="quiet" onClick={() => setIsAsked(true)}>
              {words.confirm(held.requests)}
            </Button>
          </Flex>
        </Stack>
      </Card>
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={words.askTitle}
        primary={{ label: words.confirm(held.requests), act: () => removing.mutate(), isDisabled: removing.isPending }}
      >
        <Text>{words.askText}</Text>
      </Question>
    </Stack>
  );
}
