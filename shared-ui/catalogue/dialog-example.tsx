import { useState } from 'react';
import { Button, Dialog, Text } from '../src/index';

interface DialogExampleProps {
  readonly variant: 'center' | 'sheet';
  readonly label: string;
  readonly title: string;
}

export function DialogExample({ variant, label, title }: DialogExampleProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={title}
        variant={variant}
        actions={
          <Button variant="quiet" onClick={close}>
            Terminer
          </Button>
        }
      >
        <Text>Vous pouvez changer d’avis à tout moment.</Text>
      </Dialog>
    </>
  );
}
