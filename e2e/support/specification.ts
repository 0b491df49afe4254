import type { APIRequestContext } from '@playwright/test';
import { INDEX_ELEMENT_ID, jsonTextOf } from '@site/contract/page-data';
import type { ReleaseIndex } from '@site/contract/release-index';
import { PATHS as PATHS_BY_NAME } from '@site/contract/routes';

export const PATHS: readonly string[] = Object.values(PATHS_BY_NAME);

export const UNKNOWN_PATH = '/page-inconnue';

export const UNKNOWN_PATH_LOGGED = [/status of 404/, /404: .*\/page-inconnue/];

export async function readIndex(request: APIRequestContext, path = '/'): Promise<ReleaseIndex> {
  const html = await (await request.get(path)).text();
  return JSON.parse(jsonTextOf(INDEX_ELEMENT_ID).exec(html)?.[0] ?? 'null');
}

/** Exact sentences of the specification that differ from French typography. */
export const LITERALS = [
  "Retour à l'accueil",
  'Envoi en cours...',
  "L'email doit être valide",
  "Une erreur est survenue lors de l'envoi du formulaire. Veuillez réessayer.",
  'Formulaire envoyé !',
  'Réservation envoyée !',
  "Oops! Cette page n'existe pas",
  'Unexpected Application Error!',
] as const;

export const AGEFICE = 'Je souhaite bénéficier du financement AGEFICE';
export const COOKIE_DIALOG = ['Préférences de Cookies', 'Refuser', 'Accepter'];
export const NOT_FOUND = ['404', "Oops! Cette page n'existe pas"] as const;

interface Texts {
  readonly texts: readonly string[];
  readonly words?: readonly string[];
}

/** Texts of each page: titles and names of controls, then parts of its other texts. */
export const PAGES: Readonly<Record<string, Texts>> = {
  '/': {
    texts: [
      'Réserver ma session',
      'Découvrir le programme',
      'Réserver ma date',
      'Envoyer un message',
      'Voir la procédure détaillée',
      'VOIR LES ÉTAPES',
    ],
    words: ['Les avantages', 'GO'],
  },
  '/booking': {
    texts: [
      'Réserver vos sessions',
      "Retour à l'accueil",
      'Choisir des dates',
      'Envoyer ma réservation',
      'Contacter le support',
    ],
    words: ['Choisissez des dates disponibles pour vos formations en automatisation immobilière', AGEFICE],
  },
  '/contact': {
    texts: ['Contactez-nous', "Retour à l'accueil", 'Envoyer'],
    words: ['Prénom', 'Nom', 'Téléphone', 'dès que possible', AGEFICE],
  },
  '/agefice': { texts: ['Demande de prise en charge – Étapes à suivre', 'Nous contacter'] },
  [UNKNOWN_PATH]: { texts: [...NOT_FOUND, "Retour à l'accueil"], words: [UNKNOWN_PATH] },
};

export const CONTACT_MESSAGES = [
  'Le prénom doit contenir au moins 2 caractères',
  'Le nom doit contenir au moins 2 caractères',
  "L'email doit être valide",
  'Le numéro doit être valide',
] as const;

export const NOTICES = {
  contactFailed: ['Erreur', "Une erreur est survenue lors de l'envoi du formulaire. Veuillez réessayer."],
  contactSent: 'Formulaire envoyé !',
  noDate: ['Erreur', 'Veuillez sélectionner au moins une date'],
  bookingFailed: ['Erreur', 'Une erreur est survenue. Veuillez réessayer.'],
  bookingSent: 'Réservation envoyée !',
  withFunding: 'avec financement AGEFICE',
  withoutFunding: 'sans financement particulier',
} as const;
