import { House, X } from 'lucide';
import { Box, Button, Icon, IconButton, TextLink } from '../src/index';
import type { Entry } from './entry';

const onInk = (control: React.ReactNode) => (
  <Box data-surface="ink" padding="4">
    {control}
  </Box>
);

export const controlEntries: readonly Entry[] = [
  {
    name: 'Button',
    examples: {
      primary: <Button variant="primary">Réserver ma session</Button>,
      'primary, large': (
        <Button variant="primary" size="lg">
          Réserver ma session
        </Button>
      ),
      'primary, disabled': (
        <Button variant="primary" disabled>
          Envoi en cours...
        </Button>
      ),
      quiet: <Button variant="quiet">Découvrir le programme</Button>,
      'quiet, disabled': (
        <Button variant="quiet" disabled>
          Découvrir le programme
        </Button>
      ),
      inverted: onInk(<Button variant="inverted">Réserver ma date</Button>),
      'inverted, disabled': onInk(
        <Button variant="inverted" disabled>
          Réserver ma date
        </Button>,
      ),
      'a link': (
        <Button asChild variant="primary">
          <a href="/booking">Réserver ma date</a>
        </Button>
      ),
      'a long name': (
        <Box width="32">
          <Button variant="primary">Télécharger le récapitulatif de mes dates</Button>
        </Box>
      ),
    },
  },
  {
    name: 'IconButton',
    examples: {
      button: (
        <IconButton label="Fermer">
          <Icon of={X} />
        </IconButton>
      ),
      'a link': (
        <IconButton asChild label="Retour à l'accueil">
          <a href="/">
            <Icon of={House} />
          </a>
        </IconButton>
      ),
      'on ink': onInk(
        <IconButton label="Fermer le message">
          <Icon of={X} />
        </IconButton>,
      ),
    },
  },
  {
    name: 'TextLink',
    examples: {
      'in a sentence': (
        <p>
          Une question ? <TextLink href="/contact">Écrivez-nous</TextLink>
        </p>
      ),
      'on ink': onInk(<TextLink href="/agefice">Financer la formation</TextLink>),
    },
  },
];
