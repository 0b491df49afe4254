import { Button, Card, Flex, Stack, Text, todayInParis } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { renderDaysCsv, renderRequestsCsv } from '@site/supabase/requests-csv';
import { useOwner } from '../api/owner-context';
import { fileNames, settings } from '../content/settings';
import { TitledSection } from '../view/titled-section';
import { useAction } from '../view/use-action';
import { download } from './download';
import { PersonForm } from './person-form';

const FILES = {
  csv: (requests: readonly OwnedRequest[]) => renderRequestsCsv(requests),
  days: renderDaysCsv,
};

export function DataSection() {
  const { api } = useOwner();
  const exporting = useAction({
    mutationFn: async (file: keyof typeof FILES) => ({ file, requests: await api.call('owner_export', {}) }),
    onSuccess: ({ file, requests }) => {
      const text = FILES[file](requests);
      download({ name: fileNames[file](todayInParis()), type: 'text/csv;charset=utf-8', text });
    },
  });
  return (
    <TitledSection id="data" title={settings.data}>
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
    </TitledSection>
  );
}
