import { Button, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { detail } from '../../content/request-detail';
import type { RequestAction } from '../use-send';

export function MessageSection({ request: { message, handledAt }, run, isDisabled }: ActionProps) {
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl">
          {detail.message}
        </Heading>
        <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
          {message || detail.noMessage}
        </Text>
        <Flex>
          <Button
            variant={handledAt ? 'quiet' : 'primary'}
            disabled={isDisabled}
            onClick={() => run({ name: 'owner_handle', args: { handled: !handledAt } })}
          >
            {handledAt ? detail.unhandle : detail.handle}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

type DoubtActions = Pick<ActionProps, 'run' | 'isDisabled'>;

interface DoubtProps extends DoubtActions {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Takes a request out of the spam, and undoes its cancellation. */
export const SpamSection = (props: DoubtActions) => (
  <Doubt {...props} why={detail.spam} label={detail.unspam} action={{ name: 'owner_reopen', args: {} }} />
);

/** Makes a flagged request an ordinary one. */
export const VerifySection = (props: DoubtActions) => (
  <Doubt {...props} why={detail.verify} label={detail.verifyDo} action={{ name: 'owner_verify', args: {} }} />
);

function Doubt({ run, isDisabled, why, label, action }: DoubtProps) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{why}</Text>
        <Flex>
          <Button variant="primary" disabled={isDisabled} onClick={() => run(action)}>
            {label}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

export interface ActionProps {
  readonly request: OwnedRequest;
  /** @param on the request as the owner saw it; defaults to the current one */
  readonly run: (action: RequestAction, on?: OwnedRequest) => void;
  /** True while the shown data are old. */
  readonly isDisabled: boolean;
}
