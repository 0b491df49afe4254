interface ColumnText {
  readonly label: string;
  readonly type?: 'time' | 'date';
  readonly isLong?: true;
  /** Without it, visitors do not see the row. */
  readonly isNeeded?: true;
}

export interface TableText {
  /** Of one row, before its number. */
  readonly row: string;
  readonly add: string;
  /** Of a row that visitors do not see. */
  readonly unshown?: string;
  /** By the columns of the contract. */
  readonly columns: Readonly<Record<string, ColumnText>>;
}

export interface FactText {
  readonly label: string;
  /** Where on the site visitors read the fact. */
  readonly place: string;
  /** A field of several lines, for sentences. */
  readonly isLong?: true;
  readonly table?: TableText;
  /** The only values, with their words. Empty is one more: not answered. */
  readonly choices?: Readonly<Record<string, string>>;
}

interface FactGroup {
  readonly title: string;
  readonly facts: Readonly<Record<string, FactText>>;
}

const publisher = 'Mentions légales, «\u202fÉditeur\u202f»';
const hosting = 'Mentions légales, «\u202fHébergement\u202f»';
const dataHost = 'Mentions légales, données personnelles';
const mediator = 'Mentions légales, «\u202fMédiation\u202f»';
const sheet = 'Accueil, fiche de la formation';
const trainer = 'Accueil, présentation du formateur';
const papers = 'Papiers de la journée';
const terms = 'Accueil, questions fréquentes\u202f; réservation';
const price =
  'En euros, taxes comprises. Pages, mails et documents\u202f; une demande déjà reçue garde le prix qu’elle a vu';

/** In the order of the form, by their keys in `site.json`. */
export const factGroups: readonly FactGroup[] = [
  {
    title: 'Coordonnées',
    facts: {
      email: {
        label: 'E-mail',
        place: 'Formulaires, guide de financement, mentions légales. Vos demandes arrivent aussi à cette adresse.',
      },
      phone: { label: 'Téléphone', place: 'Formulaires, guide de financement, mentions légales, mails aux visiteurs' },
      replyTime: {
        label: 'Délai de réponse',
        place: 'Complète «\u202fNous vous répondons…\u202f»\u00a0: pages avec un formulaire, mails aux visiteurs',
      },
      videoTool: { label: 'Outil de visioconférence', place: 'Fiche de la formation, réservation, mails, agenda' },
      videoLink: {
        label: 'Lien de la visioconférence',
        place: 'Mails d’une journée confirmée, votre agenda. Sur aucune page.',
      },
      preRegistrationUrl: {
        label: 'Adresse du formulaire de pré-inscription',
        place: 'Guide de financement, étape 1',
      },
    },
  },
  {
    title: 'Éditeur',
    facts: {
      'publisher.name': { label: 'Nom de l’éditeur', place: `${publisher}\u202f; note sous les formulaires` },
      'publisher.legalForm': { label: 'Forme juridique', place: publisher },
      'publisher.address': { label: 'Adresse de l’éditeur', place: publisher },
      'publisher.siren': { label: 'Numéro SIREN', place: publisher },
      'publisher.registration': { label: 'Immatriculation', place: publisher },
      'publisher.vat': { label: 'Numéro de TVA, ou mention d’exonération', place: publisher },
      'publisher.publicationDirector': { label: 'Directeur de la publication', place: publisher },
      'hosting.name': { label: 'Nom de l’hébergeur', place: hosting },
      'hosting.address': { label: 'Adresse de l’hébergeur', place: hosting },
      'hosting.phone': { label: 'Téléphone de l’hébergeur', place: hosting },
      'dataHost.name': { label: 'Qui conserve les demandes', place: dataHost },
      'dataHost.address': { label: 'Son adresse', place: dataHost },
      'dataHost.transfers': { label: 'Pays où elles sont conservées', place: dataHost, isLong: true },
      'mediator.name': { label: 'Médiateur', place: mediator },
      'mediator.address': { label: 'Adresse du médiateur', place: mediator },
      'mediator.url': { label: 'Site du médiateur', place: mediator },
      nda: { label: 'Numéro de déclaration d’activité', place: 'Fiche de la formation, mentions légales' },
    },
  },
  {
    title: 'Formateur',
    facts: {
      'trainer.name': { label: 'Nom du formateur', place: trainer },
      'trainer.path': { label: 'Parcours du formateur', place: trainer, isLong: true },
      'trainer.photo': {
        label: 'Photo du formateur',
        place: `${trainer}. JPEG, PNG ou WebP\u00a0: votre appareil la réduit et en retire le lieu et la date de prise de vue.`,
      },
    },
  },
  {
    title: 'Journée et formation',
    facts: {
      day: {
        label: 'Horaires de la journée',
        place: `${sheet}\u202f; le début et la fin, aussi dans les mails et l’agenda`,
        table: {
          row: 'Étape',
          add: 'Ajouter une étape',
          columns: {
            from: { label: 'De', type: 'time' },
            to: { label: 'À', type: 'time' },
            text: { label: 'Ce qui s’y passe' },
          },
        },
      },
      tools: {
        label: 'Outils',
        place: sheet,
        table: {
          row: 'Outil',
          add: 'Ajouter un outil',
          columns: {
            name: { label: 'Nom de l’outil' },
            use: { label: 'À quoi il sert (facultatif)' },
            cost: { label: 'Ce qu’il coûte ensuite (facultatif)' },
          },
        },
      },
      datesMeaning: { label: 'Ce que veut dire une date choisie', place: 'Réservation, calendrier', isLong: true },
      leadSources: { label: 'Sources de contacts, une par ligne', place: sheet },
      afterSupport: { label: 'Accompagnement après la journée', place: sheet, isLong: true },
      'training.accessTime': { label: 'Délais d’accès', place: sheet, isLong: true },
      'training.methods': { label: 'Méthodes mobilisées', place: sheet, isLong: true },
      'training.assessment': { label: 'Modalités d’évaluation', place: sheet, isLong: true },
      'training.disability': { label: 'Accessibilité aux personnes handicapées', place: sheet, isLong: true },
      'training.updatedOn': { label: 'Fiche mise à jour le', place: sheet },
      'training.bonuses': { label: 'Les cinq bonus, un par ligne', place: 'Accueil, programme' },
    },
  },
  {
    title: 'Témoignages',
    facts: {
      testimonials: {
        label: 'Témoignages',
        place:
          'Accueil, témoignages. Sans la date de la journée ou sans l’accord de la personne, un témoignage reste ici et n’est pas montré.',
        table: {
          row: 'Témoignage',
          add: 'Ajouter un témoignage',
          unshown: 'Pas montré\u00a0: il manque la date ou l’accord.',
          columns: {
            name: { label: 'Nom à montrer' },
            role: { label: 'Métier et ville (facultatif)' },
            text: { label: 'Ce que la personne a écrit', isLong: true },
            date: { label: 'Journée suivie le', type: 'date', isNeeded: true },
            consent: { label: 'Accord de publication reçu le (jamais montré)', type: 'date', isNeeded: true },
          },
        },
      },
      testimonialsCollection: {
        label: 'Comment les témoignages sont recueillis et contrôlés',
        place: 'Accueil, témoignages',
        isLong: true,
      },
    },
  },
  {
    title: 'Prix et paiement',
    facts: {
      'prices.standard': { label: 'Prix de la formule standard', place: price },
      'prices.funded': { label: 'Prix de la formule financée', place: price },
      'payment.when': { label: 'Quand on paie', place: terms, isLong: true },
      'payment.how': { label: 'Comment on paie', place: terms, isLong: true },
      'payment.advance': { label: 'Avance de frais, formule financée', place: terms, isLong: true },
      'payment.refusal': { label: 'En cas de refus du fonds', place: terms, isLong: true },
      'guarantee.deadline': { label: 'Délai de la garantie', place: 'Accueil, tarifs', isLong: true },
      'training.taxLine': { label: 'Mention sur les taxes', place: 'Accueil, tarifs et fiche de la formation' },
      sendsFundingFile: {
        label: 'Vous envoyez vous-même chaque dossier complet au fonds',
        place: 'Guide de financement, étapes',
      },
    },
  },
  {
    title: 'Papiers de la journée',
    facts: {
      'papers.title': { label: 'Intitulé de la formation', place: papers },
      'papers.region': {
        label: 'Région du préfet',
        place: `${papers}. Celle qui a enregistré votre déclaration d’activité, sans article\u00a0: Bretagne, Île-de-France.`,
      },
      'papers.vat': {
        label: 'Régime de TVA',
        place: 'Convention, contrat, devis, facture. À confirmer avec votre comptable.',
        choices: {
          franchise: 'Franchise en base (art. 293\u00a0B du CGI)',
          exempt: 'Exonération, avec l’attestation (art. 261-4-4°\u00a0a du CGI)',
          standard: 'TVA à 20\u00a0%',
        },
      },
      'papers.earlyLeave': {
        label: 'Si le stagiaire arrête avant la fin',
        place: 'Convention, contrat. Ce qui est dû en cas d’abandon, d’absence ou de report.',
        isLong: true,
      },
      'papers.assistance': {
        label: 'Assistance technique',
        place: 'Programme, convocation. Qui aide pendant la journée à distance, et comment la joindre.',
        isLong: true,
      },
      'papers.rules': {
        label: 'Règlement intérieur',
        place: 'Convocation, contrat. Son adresse sur internet, ou son texte.',
        isLong: true,
      },
    },
  },
  {
    title: 'Mails aux visiteurs',
    facts: {
      visitorMails: {
        label: 'Le site écrit à vos visiteurs',
        place: 'Accusé de réception, confirmation, annulation, rappels. Aucune page ne change.',
      },
    },
  },
];

const texts = new Map(factGroups.flatMap((group) => Object.entries(group.facts)));

/** « Outils, outil 2, nom de l’outil » for a cell of a table. */
export function labelOf(key: string): string {
  const [, fact = key, row, column = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(key) ?? [];
  const { label = 'Autre information', table } = texts.get(fact) ?? {};
  const cell = table?.columns[column]?.label;
  return table && cell ? `${table.row} ${Number(row) + 1}, «\u202f${cell}\u202f»` : label;
}

/** « Téléphone, Délai de réponse » */
export const labelsOf = (keys: readonly string[]): string => keys.map(labelOf).join(', ');

const ADDRESS = 'Écrivez une adresse qui commence par https://.';

const PRICE = 'Écrivez un prix en euros entiers, plus grand que zéro\u00a0: 199.';

const PHONE = 'Écrivez un seul numéro, avec tous ses chiffres\u202f; un numéro étranger commence par +.';

const byKey: Readonly<Record<string, string>> = {
  email: 'Écrivez une adresse e-mail complète.',
  phone: PHONE,
  'hosting.phone': PHONE,
  'publisher.siren': 'Ce n’est pas un SIREN\u00a0: vérifiez ses neuf chiffres.',
  'publisher.vat':
    'Vérifiez ce numéro\u00a0: FR, une clé de deux chiffres, puis votre SIREN. Une exonération s’écrit en toutes lettres.',
  nda: 'Écrivez les onze chiffres du numéro.',
  'prices.standard': PRICE,
  'prices.funded': PRICE,
  'trainer.photo': 'Cette photo n’est plus là\u00a0: choisissez-la à nouveau.',
  preRegistrationUrl: ADDRESS,
  videoLink: ADDRESS,
  'mediator.url': ADDRESS,
  'training.updatedOn': 'Choisissez un jour du calendrier.',
  'training.bonuses': 'Écrivez exactement cinq bonus, ou aucun.',
};

/** Of whichever fact or cell. */
const byRule: Readonly<Record<string, string>> = {
  long: 'Ce texte est trop long\u00a0: 2\u202f000 signes au plus.',
  many: 'Vingt lignes au plus.',
  order: 'La fin vient après le début.',
  day: 'Choisissez un jour du calendrier.',
};

/** @param rule name of the check that refused the value */
export function refusalOf(key: string, rule: string): string {
  const sentence = byRule[rule];
  if (sentence) return sentence;
  if (rule === 'example') return 'C’est un exemple, qui ne joint personne\u00a0: un site public doit avoir le vôtre.';
  if (rule === 'vat') {
    return key === 'papers.vat'
      ? 'Ce régime contredit une autre information sur la TVA, marquée elle aussi\u00a0: mettez-les d’accord.'
      : 'Ce texte contredit «\u202fRégime de TVA\u202f»\u00a0: un numéro seul veut dire une TVA à 20\u00a0%, une mention qu’il n’y en a pas.';
  }
  if (rule === 'missing') return 'Un site public doit donner cette information.';
  if (key.includes('[')) return rule === 'matches' ? 'Écrivez une heure, comme 09:30.' : 'À compléter.';
  return (
    byKey[key] ?? 'Cette information ne peut pas rester vide\u00a0: complétez-la, ou videz celles qui l’accompagnent.'
  );
}

const quoted = (label: string) => `«\u202f${label}\u202f»`;

export const missingBeside = (labels: readonly string[]) =>
  `À compléter\u00a0: sans cela, ${labels.map(quoted).join(' et ')} ne se ${labels.length > 1 ? 'publient' : 'publie'} pas.`;

export const missingCompanion = (label: string) => `Ne se publie pas sans ${quoted(label)}.`;

export const facts = {
  title: 'Textes et informations',
  open: 'Modifier les textes et les informations',
  text: 'Vos coordonnées, le formateur, les horaires, les témoignages, les prix, les mails aux visiteurs.',
  back: 'Retour aux réglages',
  /** To where a link to one of the texts was followed. */
  backToPaper: 'Retour',
  intro: 'Ce que vous publiez ici remplace la valeur du fichier du site. Une information vidée n’est plus montrée.',
  unavailable: 'Indisponible ici\u00a0: la personne qui héberge votre site change ces textes dans son fichier.',
  /** Of the group with the address of the video call, where another server sends the mails. */
  linkOfMails:
    'Le lien de la visioconférence ne suit pas dans les mails ni dans votre agenda\u00a0: demandez aussi à la personne qui héberge votre site de le changer.',
  group: (title: string, changed: number) => (changed > 0 ? `${title} (${changed} à publier)` : title),
  ofFile: (value: string) => `Dans le fichier\u00a0: ${value ? `«\u202f${value}\u202f»` : 'rien'}`,
  notAnswered: 'Pas encore choisi',
  isYes: (value: boolean) => (value ? 'oui' : 'non'),
  giveUp: 'Annuler',
  giveUpOf: (label: string) => `Annuler la saisie\u00a0: ${label}`,
  reset: 'Reprendre la valeur du fichier',
  resetOf: (label: string) => `Reprendre la valeur du fichier\u00a0: ${label}`,
  changed: (count: number) =>
    count === 0 ? 'Rien à publier.' : `${count}\u00a0${count === 1 ? 'information' : 'informations'} à publier.`,
  busy: 'Un instant\u00a0: le site écrit ses pages avec ces textes…',
  preview: 'Voir avant de publier',
  publish: 'Publier ces textes',
  publishAlone: 'Publier',
  publishAloneOf: (label: string) => `Publier\u00a0: ${label}`,
  published: 'Vos textes sont publiés.',
  publishedInPart: 'Vos textes sont publiés, sauf ceux à corriger.',
  removeRow: (row: string) => `Retirer\u00a0: ${row}`,
  photo: 'Photo publiée',
  newPhoto: 'Nouvelle photo, à publier',
  sendingPhoto: 'Envoi de la photo…',
  removePhoto: 'Retirer la photo',
  siretCut: 'C’était un SIRET\u00a0: ses neuf premiers chiffres, le SIREN, sont gardés.',
  errors: 'À corriger avant de publier',
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
