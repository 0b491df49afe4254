import { Button, Card, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { renderRequestsCsv } from '@site/supabase/requests-csv';
import { useMutation } from '@tanstack/react-query';
import { fileNames, settings } from '../content/settings';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';
import { download } from './download';
import { PersonForm } from './person-form';

export function DataSection() {
  const { api, host } = useOwner();
  const exporting = useMutation({
    mutationFn: () => api.call('owner_export', {}),
    onSuccess: (requests) =>
      download({
        name: fileNames.csv(todayInParis()),
        type: 'text/csv;charset=utf-8',
        text: renderRequestsCsv(requests),
      }),
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
  });
  return (
    <Stack as="section" gap="4" aria-labelledby="data">
      <Heading as="h3" size="xl" id="data">
        {settings.data}
      </Heading>
      <Card>
        <Stack gap="4">
          <Text>{settings.exportHint}</Text>
          <Flex>
            <Button variant="quiet" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
              {settings.export}
            </Button>
          </Flex>
        </Stack>
      </Card>
      <PersonForm />
    </Stack>
  );
}
