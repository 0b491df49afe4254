import { Card, Grid, Heading, Stack, Text } from '@site/shared-ui';
import { CallError } from '../api/answer';
import { parts } from '../content/parts';
import { Answered } from '../view/answered';
import { ChangeLog } from './change-log';
import { OpeningList } from './opening-list';
import { PartCard } from './part-card';
import { failuresOf, lastChangeOf } from './read-status';
import { TodoList } from './todo-list';
import { useParts } from './use-parts';

const COLUMNS = 'repeat(auto-fill, minmax(min(100%, 21rem), 1fr))';

export function PartsView() {
  const query = useParts();
  const isUnavailable = query.error instanceof CallError && query.error.reason === 'unavailable';
  return (
    <Stack gap="8">
      <Heading as="h2" size="2xl">
        {parts.title}
      </Heading>
      <TodoList />
      {isUnavailable ? (
        <Card>
          <Text>{parts.unavailable}</Text>
        </Card>
      ) : (
        <Answered query={query}>
          {({ status, log }, isOld) => (
            <Stack gap="8">
              <Stack as="section" gap="4" aria-labelledby="parts-active">
                <Heading as="h3" size="xl" id="parts-active">
                  {parts.active}
                </Heading>
                <Grid gap="4" templateColumns={COLUMNS} alignItems="start">
                  {status.names.map((part) => (
                    <PartCard
                      key={part.name}
                      part={part}
                      seq={status.seq}
                      change={lastChangeOf(log, part.name)}
                      failures={status.failures && (failuresOf(status, part) ?? 'none')}
                      isDisabled={isOld}
                    />
                  ))}
                </Grid>
              </Stack>
              <ChangeLog log={log} />
            </Stack>
          )}
        </Answered>
      )}
      <OpeningList />
    </Stack>
  );
}
