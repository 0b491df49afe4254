import { Card, Heading, Stack, Text } from '@site/shared-ui';
import { CallError } from '../api/answer';
import { facts as words } from '../content/facts';
import { Answered } from '../view/answered';
import { ViewLink } from '../view/view-link';
import { FactsForm } from './facts-form';
import { FactsHistory } from './facts-history';
import { useFacts } from './use-facts';

export function FactsView() {
  const query = useFacts();
  const isUnavailable = query.error instanceof CallError && query.error.reason === 'unavailable';
  return (
    <Stack gap="6">
      <Stack gap="3" align="flex-start">
        <ViewLink to={{ tab: 'reglages' }} css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}>
          {words.back}
        </ViewLink>
        <Heading as="h2" size="2xl">
          {words.title}
        </Heading>
      </Stack>
      {isUnavailable ? (
        <Card>
          <Text>{words.unavailable}</Text>
        </Card>
      ) : (
        <Answered query={query}>
          {({ answer, edits }, isOld) => (
            <Stack gap="8">
              <Stack gap="2" maxWidth="prose">
                <Text>{words.intro}</Text>
                <Text fontWeight="semibold">{words.prices}</Text>
              </Stack>
              <FactsForm answer={answer} isDisabled={isOld} />
              <FactsHistory edits={edits} seq={answer.seq} isDisabled={isOld} />
            </Stack>
          )}
        </Answered>
      )}
    </Stack>
  );
}
