import type { ConsentChoice } from '@site/contract/host';
import { Button, Dialog, Text } from '@site/shared-ui';
import { cookiePolicy } from '../content/cookie-policy';

interface ConsentDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly choose: (choice: ConsentChoice) => void;
}

const { title, text, reject, accept } = cookiePolicy.dialog;

export function ConsentDialog({ open, onClose, choose }: ConsentDialogProps) {
  const settle = (choice: ConsentChoice) => {
    choose(choice);
    onClose();
  };
  // Both buttons look the same: neither choice may be easier.
  const actions = (
    <>
      <Button variant="quiet" flex="1" onClick={() => settle('rejected')}>
        {reject}
      </Button>
      <Button variant="quiet" flex="1" onClick={() => settle('accepted')}>
        {accept}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={actions}>
      <Text marginTop="4">{text}</Text>
    </Dialog>
  );
}
