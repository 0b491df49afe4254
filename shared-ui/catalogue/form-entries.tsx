import { CheckboxField, ErrorSummary, FieldError, FormStatus, TextAreaField, TextField } from '../src/form';
import type { Entry } from './entry';

export const formEntries: readonly Entry[] = [
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
    name: 'FieldError',
    examples: { 'of a control of another kind': <FieldError name="dates" error="Choisissez une date" /> },
  },
  {
    name: 'ErrorSummary',
    examples: {
      'two errors': (
        <ErrorSummary
          title="À corriger :"
          errors={[
            { fieldId: 'field-nom', message: 'Le nom doit contenir au moins 2 caractères' },
            { fieldId: 'field-email', message: "L'email doit être valide" },
          ]}
        />
      ),
      'no errors': <ErrorSummary title="À corriger :" errors={[]} />,
    },
  },
  {
    name: 'FormStatus',
    examples: {
      success: <FormStatus tone="success">Votre message est envoyé. Vous allez revenir à l’accueil.</FormStatus>,
      error: <FormStatus tone="error">Votre message n’est pas parti.</FormStatus>,
      empty: <FormStatus tone="success" />,
    },
  },
];
