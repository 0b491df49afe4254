import { useState } from 'react';
import { Button, Dialog, NoticeList, ProgressBar, Text } from '../src';
import type { ComponentExamples } from './example';

const ignore = () => undefined;

export const feedbackExamples: readonly ComponentExamples[] = [
  {
    name: 'Dialog',
    examples: {
      center: <DialogExample variant="center" label="Modifier mes préférences" title="Préférences de Cookies" />,
      'sheet on a phone': <DialogExample variant="sheet" label="Choisir des dates" title="Choisissez vos dates" />,
    },
  },
  {
    name: 'NoticeList',
    examples: {
      'success with its remaining time, error that stays, success with a link': (
        <NoticeList
          onClose={ignore}
          notices={[
            { id: 'sent', tone: 'success', title: 'Formulaire envoyé !', description: 'À bientôt.', duration: 60_000 },
            { id: 'failed', tone: 'error', title: 'Erreur', description: 'Veuillez sélectionner au moins une date' },
            {
              id: 'booked',
              tone: 'success',
              title: 'Réservation envoyée !',
              link: { label: 'Ajouter la date à mon agenda', href: 'data:text/calendar,', download: 'date.ics' },
            },
          ]}
        />
      ),
    },
  },
  {
    name: 'ProgressBar',
    examples: {
      empty: <ProgressBar value={0} max={100} label="Avancement, vide" />,
      'half full': <ProgressBar value={50} max={100} label="Avancement, à moitié" />,
      full: <ProgressBar value={100} max={100} label="Avancement, complet" />,
    },
  },
];

interface DialogExampleProps {
  readonly variant: 'center' | 'sheet';
  readonly label: string;
  readonly title: string;
}

function DialogExample({ variant, label, title }: DialogExampleProps) {
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
