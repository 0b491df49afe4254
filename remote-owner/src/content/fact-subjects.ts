import { DEPOSIT_PERCENT, PAYMENT_DAYS, QUOTE_DAYS } from '@site/contract/offer';
import { FUNDED_TERMS } from './paper-names';
import { PROMISES_SUBJECT } from './space';

interface ColumnText {
  readonly label: string;
  readonly type?: 'time' | 'date';
  readonly isLong?: true;
  /** One line, which may be longer than the screen is wide. */
  readonly wraps?: true;
  /** Visitors do not see a row in which this cell is empty. */
  readonly isNeeded?: true;
}

export interface TableText {
  /** Names one row, before its number. */
  readonly row: string;
  readonly add: string;
  /** Marks a row that visitors do not see. */
  readonly unshown?: string;
  /** Keyed by the columns of the contract. */
  readonly columns: Readonly<Record<string, ColumnText>>;
}

export interface FactText {
  readonly label: string;
  readonly place: string;
  /** A field of several lines, for sentences. */
  readonly isLong?: true;
  readonly table?: TableText;
  /** The only values, with their words. Empty is one more: not answered. */
  readonly choices?: Readonly<Record<string, string>>;
}

export interface Subject {
  /** Names the subject in the page's address. */
  readonly name: string;
  readonly title: string;
  readonly facts: Readonly<Record<string, FactText>>;
}

/** A field of several lines. */
const sentences = (label: string, place: string): FactText => ({ label, place, isLong: true });

const forms = 'Formulaires, guide de financement, mentions légales';
const publisher = 'Mentions légales, «\u202fÉditeur\u202f»';
const hosting = 'Mentions légales, «\u202fHébergement\u202f»';
const dataHost = 'Mentions légales, données personnelles';
const mediator = 'Mentions légales, «\u202fMédiation\u202f»\u202f; contrat d’un particulier';
const sheet = 'Accueil, fiche de la formation';
const trainer = 'Accueil, présentation du formateur';
const papers = 'Papiers de la journée';
const terms = 'Accueil, questions fréquentes\u202f; réservation';
const fundedTerms = `${terms}\u202f; convention, sauf celles d’un OPCO et d’un autre financeur, qui ont leurs propres phrases`;

const REGIONS = [
  ...['Auvergne-Rhône-Alpes', 'Bourgogne-Franche-Comté', 'Bretagne', 'Centre-Val de Loire', 'Corse', 'Grand Est'],
  ...['Guadeloupe', 'Guyane', 'Hauts-de-France', 'Île-de-France', 'La Réunion', 'Martinique', 'Mayotte', 'Normandie'],
  ...['Nouvelle-Aquitaine', 'Occitanie', 'Pays de la Loire', 'Provence-Alpes-Côte d’Azur'],
];
/** Categories of the certificate (Code du travail, L6313-1). */
const QUALIOPI = [
  'Actions de formation',
  'Bilans de compétences',
  'Actions permettant de valider les acquis de l’expérience',
  'Actions de formation par apprentissage',
];
const PRICE_TITLE = 'Prix et paiement';
const PAYMENT_DAYS_LABEL = 'Délai de paiement, en jours après la journée';
const price = 'En euros, taxes comprises. Une demande déjà reçue garde le prix qu’elle a vu.';

/** Listed in this order, their facts by their keys in `site.json`. The first steps name what papers lack alike. */
export const subjects: readonly Subject[] = [
  {
    name: 'coordonnees',
    title: 'Coordonnées',
    facts: {
      email: { label: 'E-mail', place: `${forms}, papiers. Vos demandes arrivent aussi à cette adresse.` },
      phone: { label: 'Téléphone', place: `${forms}, mails aux visiteurs, papiers` },
      replyTime: {
        label: 'Délai de réponse',
        place:
          'Complète «\u202fNous vous répondons…\u202f», par exemple «\u202fsous 1\u00a0jour ouvré\u202f»\u00a0: pages avec un formulaire, mails aux visiteurs',
      },
      preRegistrationUrl: {
        label: 'Adresse du formulaire de pré-inscription',
        place:
          'Guide de financement, étape 1. Conseillé si vous acceptez l’AGEFICE\u00a0: sans elle, le guide dit que le formulaire n’est pas encore en ligne, et propose de vous écrire.',
      },
    },
  },
  {
    name: 'prix',
    title: PRICE_TITLE,
    facts: {
      'prices.standard': { label: 'Prix de la formule standard', place: price },
      'prices.funded': { label: 'Prix de la formule financée', place: price },
      'training.taxLine': {
        label: 'Mention sur les taxes',
        place:
          'Accueil, tarifs et fiche de la formation. Vide\u00a0: celle de votre régime de TVA, comme sur les papiers.',
      },
      'payment.when': sentences(
        'Modalités de règlement\u00a0: quand on paie',
        `${terms}\u202f; papiers, sauf si «\u202f${PAYMENT_DAYS_LABEL}\u202f» est rempli, dans «\u202f${PRICE_TITLE}\u202f»`,
      ),
      'papers.paymentDays': {
        label: PAYMENT_DAYS_LABEL,
        place: `Papiers\u00a0: l’échéance de vos factures en dépend. 0\u00a0: le jour même. Vide\u00a0: les jours que nomme «\u202fquand on paie\u202f», ou ${PAYMENT_DAYS}\u00a0jours si rien n’y est écrit (Code de commerce, L441-10).`,
      },
      'papers.deposit': {
        label: `Acompte de ${DEPOSIT_PERCENT}\u00a0% demandé à qui paie seul`,
        place:
          'Contrat, devis, données de la facture, réservation, questions fréquentes. Coché\u00a0: après les dix jours de rétractation (L6353-6), le reste après la formation. Sinon, tout se règle après la formation.',
      },
      'payment.how': sentences('Modalités de règlement\u00a0: comment on paie', `${terms}\u202f; papiers`),
      'payment.advance': sentences(
        'Avance de frais, formule financée',
        `${fundedTerms}. Sans réponse, elle écrit\u00a0: «\u202f${FUNDED_TERMS.advance}\u202f»`,
      ),
      'payment.refusal': sentences(
        'En cas de refus du fonds',
        `${fundedTerms}. Sans réponse, elle écrit\u00a0: «\u202f${FUNDED_TERMS.refusal}\u202f»`,
      ),
      'guarantee.deadline': sentences('Délai de la garantie', 'Accueil, tarifs'),
      sendsFundingFile: {
        label: 'Vous envoyez vous-même chaque dossier complet au fonds',
        place: 'Guide de financement, étapes',
      },
    },
  },
  {
    name: PROMISES_SUBJECT,
    title: 'Ce que le site promet en votre nom',
    facts: {
      promises: { label: 'Promesses que vous tenez', place: 'Accueil' },
      hiddenPromises: { label: 'Promesses que vos pages ne montrent pas', place: 'Accueil, réservation, papiers' },
    },
  },
  {
    name: 'journee',
    title: 'Journée et outils',
    facts: {
      day: {
        label: 'Horaires de la journée',
        place: `${sheet}, papiers\u202f; le début et la fin, aussi dans les mails et l’agenda`,
        table: {
          row: 'Étape',
          add: 'Ajouter une étape',
          columns: {
            from: { label: 'De', type: 'time' },
            to: { label: 'À', type: 'time' },
            text: { label: 'Ce qui s’y passe', wraps: true },
          },
        },
      },
      videoTool: {
        label: 'Outil de visioconférence',
        place: 'Fiche de la formation, réservation, mails, agenda, papiers',
      },
      videoLink: {
        label: 'Lien de la visioconférence',
        place: 'Mails et lien d’une journée confirmée, convocation, votre agenda. Sur aucune autre page.',
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
      leadSources: { label: 'Sources de contacts, une par ligne', place: sheet },
      datesMeaning: sentences('Ce que veut dire une date choisie', 'Réservation, calendrier'),
      afterSupport: sentences('Accompagnement après la journée', sheet),
    },
  },
  {
    name: 'formateur',
    title: 'Formateur',
    facts: {
      'trainer.name': { label: 'Nom du formateur', place: `${trainer}\u202f; papiers` },
      'trainer.path': sentences('Titres ou références du formateur', `${trainer}\u202f; papiers`),
      'trainer.photo': {
        label: 'Photo du formateur',
        place: `${trainer}. JPEG, PNG ou WebP\u00a0: votre appareil la réduit et en retire le lieu et la date de prise de vue.`,
      },
    },
  },
  {
    name: 'temoignages',
    title: 'Témoignages',
    facts: {
      testimonials: {
        label: 'Témoignages',
        place:
          'Accueil, témoignages. Sans la date de la journée ou sans l’accord de la personne, un témoignage reste ici et n’est pas montré.',
        table: {
          row: 'Témoignage',
          add: 'Ajouter un témoignage',
          unshown: 'Pas montré\u00a0: il manque la date ou l’accord, ou l’un des deux est encore à venir.',
          columns: {
            name: { label: 'Nom à montrer' },
            role: { label: 'Métier et ville (facultatif)' },
            text: { label: 'Ce que la personne a écrit', isLong: true },
            date: { label: 'Journée suivie le', type: 'date', isNeeded: true },
            consent: { label: 'Accord de publication reçu le (jamais montré)', type: 'date', isNeeded: true },
          },
        },
      },
      testimonialsCollection: sentences('Comment les témoignages sont recueillis et contrôlés', 'Accueil, témoignages'),
    },
  },
  {
    name: 'fiche',
    title: 'Fiche de la formation',
    facts: {
      'training.accessTime': sentences('Délais d’accès', `${sheet}\u202f; papiers`),
      'training.methods': sentences('Méthodes mobilisées', `${sheet}\u202f; papiers`),
      'training.assessment': sentences('Modalités d’évaluation', `${sheet}\u202f; papiers`),
      'training.disability': sentences('Accessibilité aux personnes handicapées', `${sheet}\u202f; papiers`),
      'training.updatedOn': { label: 'Date de la fiche', place: `${sheet}\u202f; papiers` },
      'training.bonuses': { label: 'Les cinq bonus, un par ligne', place: 'Accueil, programme' },
    },
  },
  {
    name: 'papiers',
    title: 'Papiers de la journée',
    facts: {
      'papers.title': { label: 'Intitulé de la formation', place: papers },
      'papers.region': {
        label: 'Région du préfet',
        place: `${papers}, fiche de la formation, mentions légales. Celle qui a enregistré votre déclaration d’activité.`,
        choices: Object.fromEntries(REGIONS.map((region) => [region, region])),
      },
      'papers.vat': {
        label: 'Régime de TVA',
        place:
          'Convention, contrat, programme, devis, facture\u202f; sous vos prix et dans les mentions légales, sauf autre mention. À confirmer avec votre comptable. L’article du CGI que citent une franchise, une exonération ou les documents d’un client outre-mer est passé au CIBS le 1er\u00a0septembre 2026\u00a0: la référence est à changer sur les factures au plus tard le 31\u00a0décembre 2027, et votre comptable confirme la nouvelle.',
        choices: {
          franchise: 'Franchise en base (art. 293\u00a0B du CGI)',
          exempt: 'Exonération, avec l’attestation (art. 261-4-4°\u00a0a du CGI)',
          standard: 'TVA à 20\u00a0%',
        },
      },
      'papers.quoteDays': {
        label: 'Validité d’un devis, en jours',
        place: `Devis. Sans réponse\u00a0: ${QUOTE_DAYS}\u00a0jours.`,
      },
      'papers.earlyLeave': sentences(
        'Ce qui est dû en cas d’arrêt avant la fin',
        'Convention, contrat et son programme\u202f; lien et e-mail du visiteur qui annule un jour après la signature. En cas d’abandon, d’absence ou de report. S’il ne nomme aucune durée, un écart de 15\u00a0minutes toléré s’y ajoute.',
      ),
      'papers.assistance': sentences(
        'Assistance technique',
        'Convention, contrat, programme, convocation. Qui aide pendant la journée à distance, et comment la joindre.',
      ),
      'papers.rules': sentences(
        'Règlement intérieur',
        'Programme, contrat, convocation. Son adresse sur internet, ou son texte.',
      ),
    },
  },
  {
    name: 'organisme',
    title: 'Organisme',
    facts: {
      'publisher.name': {
        label: 'Nom de l’organisme',
        place: `${publisher}\u202f; papiers\u202f; note sous les formulaires`,
      },
      'publisher.address': { label: 'Adresse de l’organisme', place: `${publisher}\u202f; papiers` },
      'publisher.siren': { label: 'SIREN de l’organisme', place: `${publisher}\u202f; papiers` },
      nda: {
        label: 'Numéro de déclaration d’activité',
        place:
          'Fiche de la formation, mentions légales, papiers. «\u202fEn cours\u202f»\u00a0: pour votre tout premier accord, qui se signe avant la déclaration (Code du travail, R6351-6).',
      },
      'qualiopi.category': {
        label: 'Certification Qualiopi, catégorie',
        place: 'Fiche de la formation, mentions légales, papiers. Seulement si vous êtes certifié.',
        choices: Object.fromEntries(QUALIOPI.map((category) => [category, category])),
      },
      'qualiopi.certificate': {
        label: 'Adresse du certificat Qualiopi',
        place: 'Fiche de la formation, mentions légales. Un PDF en ligne, à une adresse https.',
      },
      'publisher.publicationDirector': {
        label: 'Nom de la personne qui signe (directeur de la publication)',
        place: `${publisher}\u202f; papiers. D’une société, avec sa qualité\u00a0: «\u202fAda Martin, gérante\u202f».`,
      },
      'publisher.legalForm': { label: 'Forme juridique', place: `${publisher}\u202f; papiers` },
      'publisher.registration': { label: 'Immatriculation', place: `${publisher}\u202f; papiers` },
      'publisher.vat': {
        label: 'Numéro de TVA, ou mention d’exonération',
        place: `${publisher}. Sans TVA, laissez vide\u00a0: la mention de votre régime s’y met.`,
      },
    },
  },
  {
    name: 'mentions',
    title: 'Mentions légales',
    facts: {
      'hosting.name': { label: 'Nom de l’hébergeur', place: hosting },
      'hosting.address': { label: 'Adresse de l’hébergeur', place: hosting },
      'hosting.phone': { label: 'Téléphone de l’hébergeur', place: hosting },
      'dataHost.name': { label: 'Qui conserve les demandes', place: dataHost },
      'dataHost.address': { label: 'Adresse de cet hébergeur', place: dataHost },
      'dataHost.transfers': sentences('Pays où les demandes sont conservées', dataHost),
      'mediator.name': { label: 'Médiateur de la consommation', place: mediator },
      'mediator.address': { label: 'Adresse du médiateur', place: mediator },
      'mediator.url': { label: 'Site du médiateur', place: mediator },
    },
  },
  {
    name: 'mails',
    title: 'E-mails à vos visiteurs',
    facts: {
      visitorMails: {
        label: 'Le site écrit à vos visiteurs',
        place: 'Accusé de réception, confirmation, annulation, rappels. Aucune page ne change.',
      },
    },
  },
];

/** @param key of a fact, or of a cell of its table */
export const subjectOf = (key: string, among = subjects): Subject | undefined => {
  const [fact = ''] = key.split('[');
  return among.find(({ facts }) => fact in facts);
};

const texts = new Map(subjects.flatMap(({ facts }) => Object.entries(facts)));

/** « Outils, outil 2, nom de l’outil » for a cell of a table. */
export function labelOf(key: string): string {
  const [, fact = key, row, column = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(key) ?? [];
  const { label = 'Autre information', table } = texts.get(fact) ?? {};
  const cell = table?.columns[column]?.label;
  return table && cell ? `${table.row} ${Number(row) + 1}, «\u202f${cell}\u202f»` : label;
}

/** « Téléphone, Délai de réponse » */
export const labelsOf = (keys: readonly string[]): string => keys.map(labelOf).join(', ');
