import { Button, Card, Stack, Text } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { heldSubscription, type PushState, pushSupport, subscribeDevice, unsubscribeDevice } from '../api/device-push';
import { useOwner } from '../api/owner-context';
import { useCall } from '../api/use-call';
import { pushObstacles, push as words } from '../content/push';
import { failures } from '../content/space';
import { Answered } from '../view/answered';
import { TitledSection } from '../view/titled-section';
import { useAction } from '../view/use-action';

/** Notifications of new requests on this device: off until the owner asks for them. */
export function PushSection() {
  const query = useCall('owner_push', {});
  return (
    <TitledSection id="push" title={words.title}>
      <Answered query={query}>
        {(state, isOld) => (
          <Card>
            <Stack gap="4" align="flex-start">
              <Text>{words.text}</Text>
              {state.publicKey === null ? (
                <Text>{failures.unavailable}</Text>
              ) : (
                <ThisDevice state={state} publicKey={state.publicKey} isOld={isOld} />
              )}
            </Stack>
          </Card>
        )}
      </Answered>
    </TitledSection>
  );
}

interface ThisDeviceProps {
  readonly state: PushState;
  readonly publicKey: string;
  readonly isOld: boolean;
}

function ThisDevice({ state, publicKey, isOld }: ThisDeviceProps) {
  const { api } = useOwner();
  const queries = useQueryClient();
  const [support, setSupport] = useState(pushSupport);
  const isOn = state.isOn && support === 'ready';
  useEffect(() => {
    const compare = async () => {
      // Nothing reaches a browser that has dropped its subscription.
      if (state.isOn && !(await heldSubscription())) {
        queries.setQueryData(['owner_push', {}], await api.call('owner_remove_push', {}));
      }
    };
    void compare().catch(() => undefined);
  }, [state.isOn, api, queries]);
  const changing = useAction({
    mutationFn: async () => {
      if (isOn) {
        const left = await api.call('owner_remove_push', {});
        await unsubscribeDevice();
        return left;
      }
      const subscription = await subscribeDevice(publicKey);
      return subscription && api.call('owner_add_push', subscription);
    },
    onSuccess: (changed) => {
      setSupport(pushSupport());
      if (changed) queries.setQueryData(['owner_push', {}], changed);
    },
  });
  const others = state.devices - (state.isOn ? 1 : 0);
  return (
    <>
      <Text role="status">{support === 'ready' ? (isOn ? words.on : words.off) : pushObstacles[support]}</Text>
      {support === 'ready' && (
        // One button for both, so that it keeps the focus.
        <Button
          variant={isOn ? 'quiet' : 'primary'}
          disabled={isOld}
          onClick={() => !changing.isPending && changing.mutate()}
        >
          {isOn ? words.turnOff : words.turnOn}
        </Button>
      )}
      {others > 0 && <Text fontSize="sm">{words.others(others)}</Text>}
    </>
  );
}
