import { Card, Stack, Text } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type PushRefusal,
  type PushState,
  type PushStep,
  pushSupport,
  subscribeDevice,
  unsubscribeDevice,
} from '../api/device-push';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import { pushObstacles, pushRefusals, pushSteps, push as words } from '../content/settings';
import { failures } from '../content/space';
import { reportSubscription } from '../offline/keep-for-offline';
import { ActionButton, useAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { QueryResult } from '../view/query-result';

/** Notifications of new requests on this device: off until the owner asks for them. */
export function PushSection() {
  const query = useCall('owner_push', {});
  return (
    <TitledSection id="push" title={words.title}>
      <QueryResult query={query}>
        {(state) => (
          <Card>
            <Stack gap="4" align="flex-start">
              <Text>{words.text}</Text>
              {state.publicKey === null ? (
                <Text>{failures.unavailable}</Text>
              ) : (
                <ThisDevice state={state} publicKey={state.publicKey} />
              )}
            </Stack>
          </Card>
        )}
      </QueryResult>
    </TitledSection>
  );
}

function ThisDevice({ state, publicKey }: { readonly state: PushState; readonly publicKey: string }) {
  const { api } = useSpace();
  const queries = useQueryClient();
  const [support, setSupport] = useState(pushSupport);
  const [step, setStep] = useState<PushStep | 'stopping'>('starting');
  const [refusal, setRefusal] = useState<PushRefusal | null>(null);
  const isOn = state.isOn && support === 'ready';
  useEffect(() => {
    const compare = async () => {
      const changed = await reportSubscription(api);
      if (changed) queries.setQueryData(['owner_push', {}], changed);
    };
    void compare().catch(() => undefined);
  }, [api, queries]);
  const changing = useAction({
    onMutate: () => setRefusal(null),
    mutationFn: async () => {
      if (isOn) {
        setStep('stopping');
        const state = await api.call('owner_remove_push', {});
        await unsubscribeDevice();
        return state;
      }
      const subscription = await subscribeDevice(publicKey, setStep);
      return typeof subscription === 'string' ? subscription : api.call('owner_add_push', subscription);
    },
    onSuccess: (changed) => {
      setSupport(pushSupport());
      if (typeof changed === 'string') setRefusal(changed);
      else queries.setQueryData(['owner_push', {}], changed);
    },
  });
  const sentence = () => {
    if (support !== 'ready') return pushObstacles[support];
    if (changing.isPending) return pushSteps[step];
    if (refusal) return pushRefusals[refusal];
    return isOn ? words.on : words.off;
  };
  const others = state.devices - (state.isOn ? 1 : 0);
  return (
    <>
      <Text role="status">{sentence()}</Text>
      {support === 'ready' && (
        // One button for both, so that it keeps the focus.
        <ActionButton variant={isOn ? 'quiet' : 'primary'} onClick={() => !changing.isPending && changing.mutate()}>
          {isOn ? words.turnOff : words.turnOn}
        </ActionButton>
      )}
      {others > 0 && <Text fontSize="sm">{words.others(others)}</Text>}
    </>
  );
}
