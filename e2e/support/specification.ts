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

/** Texts of each page: names of links and buttons, then the other texts of its `main`. */
export const PAGES = {
  '/': {
    title: null,
    controls: [
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
    title: 'Réserver vos sessions',
    controls: ["Retour à l'accueil", 'Choisir des dates', 'Envoyer ma réservation', 'Contacter le support'],
    words: ['Choisissez des dates disponibles pour vos formations en automatisation immobilière', AGEFICE],
  },
  '/contact': {
    title: 'Contactez-nous',
    controls: ["Retour à l'accueil", 'Envoyer'],
    words: ['Prénom', 'Nom', 'Téléphone', 'dès que possible', AGEFICE],
  },
  '/agefice': {
    title: 'Demande de prise en charge – Étapes à suivre',
    controls: ['Nous contacter'],
    words: [],
  },
  '/mentions-legales': { title: null, controls: [], words: [] },
  '/politique-de-cookies': { title: null, controls: [], words: [] },
} as const;

export const NOT_FOUND = ['404', "Oops! Cette page n'existe pas"] as const;
export const UNEXPECTED = 'Unexpected Application Error!';
export const COOKIE_DIALOG = { title: 'Préférences de Cookies', buttons: ['Refuser', 'Accepter'] } as const;
export const COOKIE_BANNER = ['Refuser', 'Personnaliser', 'Accepter'] as const;
export const SENDING = 'Envoi en cours...';

export const CONTACT_RULES = [
  { field: 'Nom', tooLittle: 'M', enough: 'Ma', message: 'Le nom doit contenir au moins 2 caractères' },
  { field: 'Prénom', tooLittle: 'C', enough: 'Ca', message: 'Le prénom doit contenir au moins 2 caractères' },
  { field: 'E-mail', tooLittle: 'camille@', enough: 'camille@exemple.fr', message: "L'email doit être valide" },
  { field: 'Téléphone', tooLittle: '063998000', enough: '0639980000', message: 'Le numéro doit être valide' },
] as const;

export const NOTICES = {
  contactFailed: ['Erreur', "Une erreur est survenue lors de l'envoi du formulaire. Veuillez réessayer."],
  contactSent: 'Formulaire envoyé !',
  noDate: ['Erreur', 'Veuillez sélectionner au moins une date'],
  fieldMissing: ['Erreur', 'Veuillez remplir tous les champs obligatoires'],
  bookingFailed: ['Erreur', 'Une erreur est survenue. Veuillez réessayer.'],
  bookingSent: 'Réservation envoyée !',
  withFunding: 'avec financement AGEFICE',
  withoutFunding: 'sans financement particulier',
} as const;

/** Prices and conditions: the plans' rows, then the summary line, in which any space matches. */
export const PLANS = {
  standard: [
    '199 € TTC',
    '1 (jour|journée) à distance',
    '8 (h|heures)',
    '3 automatisations construites en direct',
    '5 bonus',
    'si, à la fin de la journée, (3|trois) automatisations ne sont pas installées et fonctionnelles, vous êtes remboursé',
    'dans la semaine en cours',
  ],
  funded: [
    '320 € TTC',
    'jusqu’à 100 %',
    'AGEFICE',
    'OPCO',
    'FIF-PL',
    'CFP',
    'montage et suivi du dossier inclus',
    'délai de remboursement (allongé|étendu|prolongé)',
    '15 jours après l’envoi du dossier complet',
  ],
  summary: ['8 h de formation individuelle, 3 automatisations, 199 € TTC'],
} as const;
