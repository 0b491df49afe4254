import type { Host } from '@site/contract/host';
import { Box, Button, Flex, Grid, Heading, Stack, Text, TextLink } from '@site/shared-ui';
import { FormStatus } from '@site/shared-ui/form';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { afterSending } from './content/words';
import { Recap, type RecapRow } from './recap';
import { type ReturnHome, scrollToTop } from './return-home';

export interface SubmissionSuccessProps {
  readonly status: string;
  /** The sent values once they are stored; the panel is empty while undefined. */
  readonly recap: readonly RecapRow[] | undefined;
  readonly returnHome: ReturnHome;
  readonly host: Host;
  readonly action?: ReactNode;
  /** Links below the buttons. */
  readonly more?: ReactNode;
  readonly note?: string | undefined;
}

export function SubmissionSuccess({ status, recap, returnHome, host, action, more, note }: SubmissionSuccessProps) {
  const panel = useRef<HTMLDivElement>(null);
  const stayButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const isSent = recap !== undefined;
  const { isCancelled, listeners } = returnHome;

  // The submit button is disabled, so Tab must continue from here.
  useEffect(() => {
    if (!isSent) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView?.({ block: 'start' });
  }, [isSent]);

  // The focused button has disappeared. Does not scroll: the visitor may be reading elsewhere in the recap.
  useEffect(() => {
    const focused = document.activeElement;
    if (isCancelled && (focused === stayButton.current || !panel.current?.contains(focused)))
      panel.current?.focus({ preventScroll: true });
  }, [isCancelled]);

  return (
    <Stack
      ref={panel}
      gap="6"
      scrollMarginTop="4"
      tabIndex={-1}
      {...(isSent && { role: 'group', 'aria-labelledby': titleId })}
      {...listeners}
    >
      {isSent && (
        <>
          {/* First, since large letters leave no room for more. The button keeps its place when touched: nothing may move under the finger. */}
          <Flex columnGap="6" wrap="wrap" align="center">
            <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
              <host.Link to={host.paths.home} onClick={scrollToTop}>
                {afterSending.home}
              </host.Link>
            </TextLink>
            <Button
              ref={stayButton}
              variant="quiet"
              visibility={isCancelled ? 'hidden' : undefined}
              onClick={returnHome.stay}
            >
              {afterSending.stay}
            </Button>
          </Flex>
          <Box ref={host.placeNotices} data-notice-place _empty={{ display: 'none' }} />
        </>
      )}
      <FormStatus tone="success">
        {isSent && (
          <>
            {status} <ReturnMessage isCancelled={isCancelled} />
          </>
        )}
      </FormStatus>
      {recap && (
        <>
          <Stack gap="3">
            <Flex gap="3" direction={{ base: 'column', md: 'row' }} wrap="wrap" _empty={{ display: 'none' }}>
              {action}
            </Flex>
            <Flex columnGap="6" wrap="wrap" _empty={{ display: 'none' }}>
              {more}
            </Flex>
            <Text fontSize="sm" color="ink.soft">
              {note} {!isCancelled && <span>{afterSending.hold}</span>}
            </Text>
          </Stack>
          <Heading as="h2" id={titleId} size="lg">
            {afterSending.title}
          </Heading>
          <Recap rows={recap} />
        </>
      )}
    </Stack>
  );
}

/** Reserves the space of the longer sentence, so that a touch that cancels moves no button under the finger. */
function ReturnMessage({ isCancelled }: Pick<ReturnHome, 'isCancelled'>) {
  return (
    <Grid as="span">
      <Box as="span" gridArea="1 / 1" visibility={isCancelled ? 'hidden' : undefined}>
        {afterSending.returning}
      </Box>
      <Box as="span" gridArea="1 / 1" visibility={isCancelled ? undefined : 'hidden'}>
        {afterSending.staying}
      </Box>
    </Grid>
  );
}
