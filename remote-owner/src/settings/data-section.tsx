import { Button, Card, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { renderDaysCsv, renderRequestsCsv } from '@site/supabase/requests-csv';
import { useMutation } from '@tanstack/react-query';
import { fileNames, settings } from '../content/settings';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';
import { download } from './download';
import { PersonForm } from './person-form';

const FILES = {
  csv: (requests: readonly OwnedRequest[]) => renderRequestsCsv(requests),
  days: renderDaysCsv,
};

export function DataSection() {
  const { api, host } = useOwner();
  const exporting = useMutation({
    mutationFn: async (file: keyof typeof FILES) => ({ file, requests: await api.call('owner_export', {}) }),
    onSuccess: ({ file, requests }) => {
      const text = FILES[file](requests);
      download({ name: fileNames[file](todayInParis()), type: 'text/csv;charset=utf-8', text });
    },
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
          <Flex gap="3" wrap="wrap">
            <Button variant="quiet" disabled={exporting.isPending} onClick={() => exporting.mutate('csv')}>
              {settings.export}
            </Button>
            <Button variant="quiet" disabled={exporting.isPending} onClick={() => exporting.mutate('days')}>
              {settings.exportDays}
            </Button>
          </Flex>
        </Stack>
      </Card>
      <PersonForm />
    </Stack>
  );
}
