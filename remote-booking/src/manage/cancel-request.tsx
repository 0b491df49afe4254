import { Button, Dialog, Flex, Text } from '@site/shared-ui';
import { useState } from 'react';
import { manage } from '../content/manage';

interface CancelRequestProps {
  readonly isSending: boolean;
  readonly onCancel: () => void;
}

/** Asks first, as the cancellation is immediate. */
export function CancelRequest({ isSending, onCancel }: CancelRequestProps) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const cancel = () => {
    close();
    onCancel();
  };
  return (
    <Flex>
      <Button variant="quiet" disabled={isSending} onClick={() => setAsked(true)}>
        {manage.cancel.open}
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        title={manage.cancel.title}
        actions={
          <>
            <Button variant="primary" onClick={cancel}>
              {manage.cancel.confirm}
            </Button>
            <Button variant="quiet" onClick={close}>
              {manage.cancel.keep}
            </Button>
          </>
        }
      >
        <Text>{manage.cancel.text}</Text>
      </Dialog>
    </Flex>
  );
}
