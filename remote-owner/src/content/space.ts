import type { FailureReason } from '../api/answer';

export const space = {
  title: 'Votre espace',
  opening: 'Ouverture de votre espace…',
  loading: 'Chargement…',
  tabs: {
    aujourdhui: 'Aujourd’hui',
    demandes: 'Demandes',
    agenda: 'Agenda',
    site: 'Site',
    reglages: 'Réglages',
    textes: 'Textes et informations',
  },
  navigation: 'Parties de l’espace',
  site: 'Voir le site',
  retry: 'Réessayer',
  cancel: 'Annuler',
  back: 'Retour',
  /** @param time « 14:32 » */
  old: (time: string) =>
    `Hors connexion. Vous voyez les données de ${time}\u202f; les actions reviendront avec la connexion.`,
  /** @param moment « 26 novembre à 10 h 05 » */
  kept: (moment: string) => `Données du ${moment}, sans connexion. Les actions reviendront dès que le site répondra.`,
  offline: 'Vous êtes hors connexion. Cette page se chargera dès que la connexion reviendra.',
} as const;

export const failures: Readonly<Record<FailureReason, string>> = {
  'signed-out': 'Votre session a expiré. Demandez un nouveau code.',
  refused: 'Cette adresse n’ouvre pas cet espace.',
  offline: 'Le site ne répond pas. Rien n’a été changé\u202f; réessayez dans un instant.',
  changed: 'Un autre appareil a été plus rapide\u00a0: regardez ce qui a changé, puis recommencez.',
  closed: 'Ce jour n’est pas ouvert à la réservation.',
  taken: 'Ce jour est déjà confirmé pour une autre réservation.',
  impossible: 'Ce n’est plus possible\u00a0: cette demande a changé entre-temps.',
  gone: 'Cette demande n’existe plus.',
  'too-many': 'Trop d’essais à la suite. Réessayez dans une minute.',
  unavailable: 'Indisponible ici\u00a0: l’hébergement de ce site ne le propose pas.',
  failed: 'L’action a échoué. Rien n’a été changé\u202f; réessayez.',
};

/** By the key that the database gives with `impossible`. */
export const refusals: Readonly<Record<string, string>> = {
  'is-message': 'C’est un message\u00a0: il n’a ni jour ni réservation.',
  'is-reservation': 'C’est une réservation\u00a0: confirmez-la ou annulez-la.',
  'no-day': 'Choisissez au moins un jour.',
  'other-day': 'Ce jour ne fait plus partie de cette réservation.',
  'has-day': 'Ce jour fait déjà partie de cette réservation.',
  'day-out-of-range': 'Ce jour est passé, ou trop lointain.',
  'is-open': 'Cette demande est déjà ouverte.',
  'is-cancelled': 'Cette réservation est annulée\u00a0: rouvrez-la d’abord.',
  'not-confirmed': 'Cette réservation n’est plus confirmée.',
  'no-phone': 'Cette personne n’a pas laissé de numéro de téléphone.',
  'mail-under-way': 'Un e-mail à cette personne est en train de partir. Réessayez dans deux minutes.',
  'no-calendar-address': 'Ce n’est pas l’adresse d’un agenda en https\u00a0: copiez-la en entier.',
  'no-removal': 'Aucune suppression n’attend votre réponse.',
};
