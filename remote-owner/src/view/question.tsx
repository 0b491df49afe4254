import { Button, Dialog } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { space } from '../content/space';

interface Choice {
  readonly label: string | undefined;
  readonly act: () => void;
  readonly isDisabled?: boolean;
}

export interface QuestionProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly primary: Choice;
  /** « Annuler » by default, which only closes the question. */
  readonly quiet?: Choice;
  readonly children: ReactNode;
}

/** Asks before something is done, with two answers. */
export function Question({ primary, quiet, onClose, ...dialog }: QuestionProps) {
  const { label, act } = quiet ?? { label: space.cancel, act: onClose };
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" disabled={primary.isDisabled} onClick={primary.act}>
            {primary.label}
          </Button>
          <Button variant="quiet" onClick={act}>
            {label}
          </Button>
        </>
      }
    />
  );
}
