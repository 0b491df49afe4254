import { Box, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { useCall } from '../api/use-call';
import type { Health } from '../api/wire';
import { formatMoment } from '../content/dates';
import { settings } from '../content/settings';
import { Answered } from '../view/answered';

export function HealthSection() {
  const query = useCall('owner_health', {});
  return (
    <Stack as="section" gap="4" aria-labelledby="health">
      <Heading as="h3" size="xl" id="health">
        {settings.health}
      </Heading>
      <Answered query={query}>
        {(health) => (
          <Card>
            <Stack as="dl" gap="2">
              {factsOf(health).map(({ label, value, isBad }) => (
                <Flex key={label} justify="space-between" gap="4" wrap="wrap">
                  <Text as="dt">{label}</Text>
                  <Box as="dd" fontWeight="semibold" color={isBad ? 'tile.deep' : undefined}>
                    {value}
                  </Box>
                </Flex>
              ))}
            </Stack>
          </Card>
        )}
      </Answered>
    </Stack>
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly isBad: boolean;
}

/** Facts that the host does not know are left out. */
function factsOf({ mails = {}, backup, disk, database = {} }: Health): readonly Fact[] {
  const { waiting, givenUp } = mails;
  return [
    ...(waiting === undefined ? [] : [{ label: settings.mailsWaiting, value: String(waiting), isBad: false }]),
    ...(givenUp === undefined ? [] : [{ label: settings.mailsGivenUp, value: String(givenUp), isBad: givenUp > 0 }]),
    ...(backup === undefined
      ? []
      : [
          {
            label: settings.backup,
            value: backup?.at ? formatMoment(backup.at) : settings.noBackup,
            isBad: !backup?.at,
          },
        ]),
    ...(disk?.freeBytes ? [{ label: settings.disk, value: settings.gigabytes(disk.freeBytes), isBad: false }] : []),
    ...(database.bytes ? [{ label: settings.database, value: settings.megabytes(database.bytes), isBad: false }] : []),
  ];
}
