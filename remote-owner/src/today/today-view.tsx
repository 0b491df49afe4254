import { Box, Grid, Heading, Stack, Text } from '@site/shared-ui';
import type { Today } from '../api/today';
import { useCall } from '../api/use-call';
import { formatDay, formatMoment } from '../content/dates';
import { today as words } from '../content/today';
import { Answered } from '../view/answered';
import { ConcernList } from './concern-list';
import { FirstSteps } from './first-steps';
import { Follow, Part } from './part';

const COLUMNS = { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' };

/** The opening view: what waits for the owner, the next days, and what is wrong. */
export function TodayView() {
  const query = useCall('owner_today', {});
  return (
    <Stack gap="6">
      <Heading as="h2" size="2xl">
        {words.title}
      </Heading>
      <Answered query={query}>
        {({ todo, oldestAt, next, concerns, steps }) => (
          <Grid gap="8" templateColumns={COLUMNS} alignItems="start">
            {concerns.length > 0 && <Wrong concerns={concerns} />}
            {steps && <FirstSteps done={steps} />}
            <Part id="today-todo" title={words.requests}>
              <Text fontWeight={todo > 0 ? 'semibold' : undefined}>
                {words.todo(todo, oldestAt && formatMoment(oldestAt))}
              </Text>
              <Follow to={{ tab: 'demandes' }}>{words.seeRequests}</Follow>
            </Part>
            <Part id="today-next" title={words.next}>
              <NextDays next={next} />
              <Follow to={{ tab: 'agenda' }}>{words.seeAgenda}</Follow>
            </Part>
            {concerns.length === 0 && <Wrong concerns={concerns} />}
          </Grid>
        )}
      </Answered>
    </Stack>
  );
}

/** First when something is wrong, last when nothing is. */
const Wrong = ({ concerns }: Pick<Today, 'concerns'>) => (
  <Part id="today-wrong" title={words.wrong}>
    <ConcernList concerns={concerns} />
  </Part>
);

function NextDays({ next }: Pick<Today, 'next'>) {
  if (next.length === 0) return <Text>{words.noNext}</Text>;
  return (
    <Stack as="ol" gap="3" listStyleType="none">
      {next.map(({ date, requests }) => (
        <Box as="li" key={date}>
          <Text fontWeight="semibold">{formatDay(date)}</Text>
          {requests.map(({ id, name }) => (
            <Follow key={id} to={{ request: id }}>
              {name}
            </Follow>
          ))}
        </Box>
      ))}
    </Stack>
  );
}
