import { formatDuration } from './dates';

export const facts = {
  title: 'Vos textes',
  open: 'Modifier vos textes',
  text: 'Coordonnées, prix, journée, formateur, témoignages, papiers, e-mails à vos visiteurs.',
  back: 'Retour aux réglages',
  backToList: 'Tous vos textes',
  /** Leads back to where the owner followed a link to one of the texts. */
  backToPaper: 'Retour',
  intro: 'Choisissez un sujet. Rien ne change sur le site avant «\u202fPublier\u202f».',
  unavailable:
    'Indisponible ici\u00a0: votre site ne laisse pas encore changer ses textes depuis cet espace. Demandez à la personne qui s’en occupe.',
  states: {
    wrong: (count: number) => `${count}\u00a0à corriger`,
    typed: () => 'modifié, pas publié',
    missing: (count: number) => `${count}\u00a0à compléter`,
    proposed: () => 'à confirmer',
    empty: () => 'facultatif, rien encore',
    published: () => 'publié',
  },
  /** Precedes the place of a text that papers or a public site lack, or have only as an example. */
  missing: (place: string, isEmpty: boolean) => `${isEmpty ? 'À compléter' : 'Exemple à remplacer'}. ${place}`,
  lackingTitle: 'À compléter',
  lacking: (count: number) => `Tout ce qui manque, à la suite (${count})`,
  /** Heads what a subject lacks. */
  part: (title: string, missing: number) =>
    `${title}\u00a0: ${missing === 0 ? 'à publier' : `${missing}\u00a0à compléter`}`,
  nextPart: (title: string) => `Suite\u00a0: ${title}`,
  /** Heads what only some visitors or papers need; it does not count as missing. */
  ofSome: 'Selon vos clients\u00a0: pour l’AGEFICE, pour le contrat d’un particulier, et pour la convocation',
  /** Leads there once nothing else is missing. */
  someLack: (count: number) => `Encore utile, selon vos clients (${count})`,
  remaining: (count: number) =>
    count === 0
      ? 'Tout est écrit\u00a0: il ne reste qu’à publier.'
      : `Il reste ${count}\u00a0${count === 1 ? 'information' : 'informations'} à compléter. Arrêtez-vous quand vous voulez\u00a0: ce qui est publié n’est plus demandé.`,
  nothingLacks:
    'Rien ne manque à un site public, ni aux textes que tous vos papiers demandent. Chaque dossier dit ce qui lui manque encore.',
  propose: 'Proposer un texte',
  /** A short text is known from elsewhere, and is quoted. */
  take: (text: string) => `Mettre «\u202f${text}\u202f»`,
  of: (action: string, label: string) => `${action}\u00a0: ${label}`,
  /** Shown beside what is typed. */
  publishedMeanwhile: (value: string) =>
    `Publié entre-temps, d’un autre onglet ou appareil\u00a0: ${value ? `«\u202f${value}\u202f»` : 'un texte vide'}. «\u202fPublier\u202f» le remplace.`,
  changedMeanwhile:
    'Le site a changé entre-temps, d’un autre onglet ou appareil. Ce que vous avez écrit est gardé\u00a0: relisez-le, puis publiez de nouveau.',
  original: (value: string) => `Texte d’origine\u00a0: «\u202f${value}\u202f»`,
  /** The subject with the address of the video call has it, where another server sends the mails. */
  linkOfMails:
    'Le lien de la visioconférence ne suit pas dans les mails ni dans votre agenda\u00a0: demandez aussi à la personne qui héberge votre site de le changer.',
  notAnswered: 'Pas encore choisi',
  isYes: (value: boolean) => (value ? 'oui' : 'non'),
  giveUp: 'Annuler la saisie',
  reset: 'Reprendre le texte d’origine',
  changed: (count: number) => (count === 0 ? 'Rien à publier.' : `${count}\u00a0à publier`),
  busy: 'Vos pages s’écrivent de nouveau\u00a0: quelques secondes, parfois une quinzaine. Vous pouvez continuer ailleurs dans l’espace.',
  preview: 'Aperçu',
  publish: 'Publier',
  publishAlone: 'Publier seul',
  published: 'Vos textes sont publiés.',
  publishedAlone: (labels: string) => `Publié\u00a0: ${labels}.`,
  /** @param minutes of the timetable, without its pause */
  duration: (minutes: number) =>
    `Ces horaires font ${formatDuration(minutes)} de formation\u00a0: vos pages, vos messages et vos papiers annoncent cette durée.`,
  /** Pages have the sentence of the owner, papers the number. */
  otherDays: (named: string, days: string) =>
    `Attention\u00a0: «\u202fquand on paie\u202f» dit ${named}\u00a0jours et «\u202fDélai de paiement\u202f» ${days}, et vos visiteurs liraient l’un, vos papiers l’autre. Mettez-les d’accord.`,
  noDays:
    'Attention\u00a0: «\u202fquand on paie\u202f» ne nomme aucun nombre de jours à compter de la formation, l’échéance reste donc à écrire sur vos factures.',
  longDays:
    'Attention\u00a0: entre professionnels, un prix se règle au plus tard 60\u00a0jours après la date de la facture (article L441-10, I, du Code de commerce).',
  otherDeposit: (isAsked: boolean) =>
    `Attention\u00a0: «\u202fquand on paie\u202f» ${isAsked ? 'exclut un acompte, que vos contrats demandent' : 'demande une somme d’avance, que vos contrats ne demandent pas\u00a0: ils n’exigent rien avant la fin des dix jours (article L6353-6 du Code du travail)'}. Mettez-les d’accord.`,
  depositTwice:
    'Attention\u00a0: «\u202fquand on paie\u202f» demande une somme d’avance. Vos papiers écrivent déjà l’acompte avant cette phrase\u00a0: elle ne dit que le solde.',
  /** Nobody pays for the set-up of a file then. */
  otherPrices: (isEqual: boolean) =>
    `${isEqual ? 'Vos deux formules ont le même prix' : 'Votre formule financée coûte moins que la formule standard'}, alors que le site dit qu’elle ajoute le montage du dossier\u00a0: vérifiez les deux prix.`,
  publishedInPart: 'Vos textes sont publiés, sauf ceux à corriger.',
  removeRow: (row: string) => `Retirer\u00a0: ${row}`,
  photo: 'Photo publiée',
  newPhoto: 'Nouvelle photo, à publier',
  sendingPhoto: 'Envoi de la photo…',
  removePhoto: 'Retirer la photo',
  siretCut: 'C’était un SIRET\u00a0: ses neuf premiers chiffres, le SIREN, sont gardés.',
  errors: 'À corriger avant de publier',
  /** One table has these cells to correct. */
  cells: (count: number) => `${count}\u00a0cases à compléter ou à corriger.`,
  moreErrors: (count: number) => (count === 1 ? 'Et un autre' : `Et ${count}\u00a0autres`),
  previewTitle: 'Aperçu avant de publier',
  pagesChange:
    'Ces pages changent. Elles s’ouvrent dans un nouvel onglet, et l’aperçu se ferme après une demi-heure\u00a0:',
  noPageChanges: 'Aucune page ne change.',
  pages: {
    home: 'Accueil',
    booking: 'Réservation',
    contact: 'Contact',
    funding: 'Guide de financement',
    legalNotice: 'Mentions légales',
    cookiePolicy: 'Politique de cookies',
    accessibility: 'Accessibilité',
  } as Readonly<Record<string, string>>,
  managePage: 'Gérer sa demande',
  history: 'Modifications publiées',
  noHistory: 'Aucune pour l’instant.',
  undo: 'Revenir à la version précédente',
  undoOf: (moment: string) => `Revenir à la version précédente\u00a0: modification du ${moment}`,
  undoTitle: 'Revenir aux textes d’avant\u202f?',
  undoText: (labels: string) =>
    `Ces informations reprennent leur valeur d’avant cette modification, même si elles ont changé depuis\u00a0: ${labels}.`,
  undone: 'Les textes d’avant sont publiés.',
} as const;
