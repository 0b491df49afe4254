import type { Host } from '@site/contract/host';
import { Button, Flex, Heading, Stack, Text } from '@site/shared-ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { afterSending } from '../content/words';
import { FormStatus } from './form-status';
import { Recap, type RecapFact } from './recap';
import type { ReturnHome } from './use-submission';

interface SubmissionSuccessProps {
  readonly status: string;
  /** The sent values; the panel is empty while undefined. */
  readonly facts: readonly RecapFact[] | undefined;
  readonly returnHome: ReturnHome;
  readonly host: Host;
  readonly action?: ReactNode;
  readonly note?: string;
}

export function SubmissionSuccess({ status, facts, returnHome, host, action, note }: SubmissionSuccessProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const isSent = facts !== undefined;
  const { isCancelled, listeners } = returnHome;

  // The submit button is disabled, and the button to stay disappears: from here, Tab continues.
  useEffect(() => {
    if (isSent) panel.current?.focus();
  }, [isSent, isCancelled]);

  return (
    <Stack
      ref={panel}
      gap="6"
      tabIndex={-1}
      {...(isSent && { role: 'group', 'aria-labelledby': titleId })}
      {...listeners}
    >
      <FormStatus tone="success">{isSent && (isCancelled ? status : `${status} ${afterSending.returning}`)}</FormStatus>
      {facts && (
        <>
          <Stack gap="3">
            <Flex gap="3" direction={{ base: 'column', md: 'row' }} wrap="wrap">
              {action}
              <StayOrGo returnHome={returnHome} host={host} />
            </Flex>
            <Text fontSize="sm" color="ink.soft">
              {note} {!isCancelled && afterSending.hold}
            </Text>
          </Stack>
          <Heading as="h2" id={titleId} size="lg">
            {afterSending.title}
          </Heading>
          <Recap facts={facts} />
        </>
      )}
    </Stack>
  );
}

/** A button to stay before the return home, then a link home. */
function StayOrGo({ returnHome, host: { paths, Link } }: Pick<SubmissionSuccessProps, 'returnHome' | 'host'>) {
  if (!returnHome.isCancelled) {
    return (
      <Button variant="quiet" onClick={returnHome.stay}>
        {afterSending.stay}
      </Button>
    );
  }
  return (
    <Button asChild variant="quiet">
      <Link to={paths.home}>{afterSending.home}</Link>
    </Button>
  );
}
