import { House, X } from 'lucide';
import { Box, Button, Icon, IconButton, TextLink } from '../src';
import {
  CheckboxField,
  ChoiceField,
  ErrorSummary,
  FieldError,
  FieldLink,
  FormStatus,
  Radio,
  SelectField,
  TextAreaField,
  TextField,
} from '../src/form';
import type { ComponentExamples } from './example';

const onInk = (control: React.ReactNode) => (
  <Box data-surface="ink" padding="4">
    {control}
  </Box>
);

export const controlExamples: readonly ComponentExamples[] = [
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

export const formExamples: readonly ComponentExamples[] = [
  {
    name: 'TextField',
    examples: {
      empty: <TextField name="prenom" label="Prénom" placeholder="Camille" required />,
      'with a hint': <TextField name="email" label="E-mail" type="email" hint="Par exemple : nom@exemple.fr" />,
      'with an error': (
        <TextField name="nom" label="Nom" defaultValue="M" error="Le nom doit contenir au moins 2 caractères" />
      ),
      disabled: <TextField name="telephone" label="Téléphone" defaultValue="06 39 98 00 00" disabled />,
    },
  },
  {
    name: 'TextAreaField',
    examples: {
      empty: <TextAreaField name="message" label="Votre message" hint="Facultatif" />,
      'with an error': <TextAreaField name="long" label="Votre texte" error="Ce texte est trop long" />,
    },
  },
  {
    name: 'CheckboxField',
    examples: {
      'not checked': <CheckboxField name="isAgefice" label="Je souhaite bénéficier du financement AGEFICE" />,
      checked: <CheckboxField name="checked" label="Financement demandé" defaultChecked />,
      'with a hint and an error': (
        <CheckboxField name="refused" label="Mon dossier est complet" hint="Trois documents" error="Il en manque un" />
      ),
      disabled: <CheckboxField name="disabled" label="Déjà demandé" disabled defaultChecked />,
    },
  },
  {
    name: 'SelectField',
    examples: {
      'with a hint and an error': (
        <SelectField name="horizon" label="Ouvert" hint="Vu d’aujourd’hui" error="Choisissez une durée">
          <option value="90">3 mois</option>
          <option value="365">Un an</option>
        </SelectField>
      ),
      disabled: (
        <SelectField name="locked" label="Délai" disabled>
          <option value="2">2 jours</option>
        </SelectField>
      ),
    },
  },
  {
    name: 'ChoiceField',
    examples: {
      'nothing chosen': (
        <ChoiceField
          name="payer"
          label="Qui paie"
          none="Je ne sais pas encore"
          options={{ self: 'Moi', opco: 'Un OPCO' }}
        />
      ),
    },
  },
  {
    name: 'Radio',
    examples: {
      'one of two': (
        <fieldset>
          <legend>Jour à remplacer</legend>
          <Radio name="day" label="Lundi 7 décembre" defaultChecked />
          <Radio name="day" label="Mardi 8 décembre" />
        </fieldset>
      ),
    },
  },
  {
    name: 'FieldError',
    examples: { 'of a control of another kind': <FieldError name="dates" error="Choisissez une date" /> },
  },
  {
    name: 'ErrorSummary',
    examples: {
      'two errors': (
        <ErrorSummary
          title="À corriger :"
          errors={{ nom: 'Le nom doit contenir au moins 2 caractères', email: "L'email doit être valide" }}
        />
      ),
      'no errors': <ErrorSummary title="À corriger :" errors={{}} />,
    },
  },
  { name: 'FieldLink', examples: { 'in a sentence': <FieldLink name="nom">Indiquez votre nom</FieldLink> } },
  {
    name: 'FormStatus',
    examples: {
      success: <FormStatus tone="success">Votre message est envoyé. Vous allez revenir à l’accueil.</FormStatus>,
      error: <FormStatus tone="error">Votre message n’est pas parti.</FormStatus>,
      empty: <FormStatus tone="success" />,
    },
  },
];
