import { Heading, Stack, Text } from '@site/shared-ui';
import { useCall } from '../api/use-call';
import { days } from '../content/days';
import { Answered } from '../view/answered';
import { DaysForm } from './days-form';

export function DaysView() {
  const query = useCall('owner_days', {});
  return (
    <Stack gap="5">
      <Heading as="h2" size="2xl">
        {days.title}
      </Heading>
      <Text maxWidth="prose">{days.intro}</Text>
      <Answered query={query}>{(rule, isOld) => <DaysForm stored={rule} isOld={isOld} />}</Answered>
    </Stack>
  );
}
