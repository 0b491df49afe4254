import { Button, Dialog, Text } from '@site/shared-ui';
import { useState } from 'react';
import { parts } from '../content/parts';
import { space } from '../content/space';
import { useReleaseAction } from './use-release-action';

interface WithdrawProps {
  readonly title: string;
  readonly name: string;
  readonly seq: number;
  readonly isDisabled: boolean;
}

export function Withdraw({ title, name, seq, isDisabled }: WithdrawProps) {
  const [isAsked, setIsAsked] = useState(false);
  const action = useReleaseAction(() => setIsAsked(false));
  const withdraw = () =>
    action.mutate({ command: 'deactivate', options: { words: [name], seq }, done: parts.withdrawn(title) });
  return (
    <>
      <Button variant="quiet" disabled={isDisabled} onClick={() => setIsAsked(true)}>
        {parts.withdraw}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={parts.withdrawTitle(title)}
        actions={
          <>
            <Button variant="primary" disabled={action.isPending || isDisabled} onClick={withdraw}>
              {parts.withdraw}
            </Button>
            <Button variant="quiet" onClick={() => setIsAsked(false)}>
              {space.cancel}
            </Button>
          </>
        }
      >
        <Text>{parts.withdrawText}</Text>
      </Dialog>
    </>
  );
}
