import { Button, Dialog, Text } from '@site/shared-ui';
import { useState } from 'react';

interface AskFirstProps {
  readonly words: {
    readonly open: string;
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly keep: string;
  };
  /** Of the button, where several have the same text. */
  readonly name?: string;
  readonly isSending: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks before it acts, as what it does is immediate. */
export function AskFirst({ words, name, isSending, onConfirm }: AskFirstProps) {
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <Button variant="quiet" {...(name && { 'aria-label': name })} disabled={isSending} onClick={() => setAsked(true)}>
        {words.open}
      </Button>
      <Dialog
        open={isAsked}
        onClose={close}
        title={words.title}
        actions={
          <>
            <Button variant="primary" onClick={confirm}>
              {words.confirm}
            </Button>
            <Button variant="quiet" onClick={close}>
              {words.keep}
            </Button>
          </>
        }
      >
        <Text>{words.text}</Text>
      </Dialog>
    </>
  );
}
