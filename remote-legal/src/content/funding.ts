import { FUNDING_COVERAGE, FUNDING_LEAD } from '@site/contract/offer';

export const funding = {
  title: { before: 'Demande de prise en ', uncut: 'charge –', after: ' Étapes à suivre' },
  intro: `${FUNDING_COVERAGE}.`,
  profilesTitle: 'Deux situations, deux parcours',
  profiles: [
    {
      name: 'Agent indépendant',
      path: 'Étapes 1 à 4',
      text: 'Vous êtes affilié à un fonds de formation : suivez les quatre étapes, dans l’ordre.',
      detail: 'Votre fonds est celui qui figure sur votre attestation CFP : le plus souvent l’AGEFICE ou le FIF-PL.',
    },
    {
      name: 'Agent en portage salarial',
      path: 'Étape 1 seulement',
      text: 'En portage salarial, faites uniquement la pré-inscription.',
      detail: 'Votre société de portage dépose la demande auprès de son OPCO.',
    },
  ],
  funds: {
    text: 'Selon votre statut : AGEFICE, FIF-PL ou OPCO ; votre CFP ouvre vos droits. Chaque fonds publie ses critères et ses plafonds :',
    links: [
      { name: 'le site de l’AGEFICE', url: 'https://communication-agefice.fr/' },
      { name: 'le site du FIF-PL', url: 'https://www.fifpl.fr/' },
    ],
  },
  stepsTitle: 'Les étapes',
  progress: {
    label: 'Avancement',
    value: (done: number, all: number) => `${done} sur ${all}`,
    caption: 'Ce n’est pas l’état de votre dossier : ce site ne le suit pas. Pour savoir où il en est, écrivez-nous.',
  },
  order: {
    title: 'Important : respectez l’ordre des étapes',
    text: 'Chaque étape prépare la suivante : n’envoyez vos documents qu’après la pré-inscription.',
  },
  contact: {
    title: 'Une question sur votre dossier ?',
    text: (replyTime = 'dès que possible') => `Dites-nous où vous en êtes, nous vous répondons ${replyTime}.`,
    labels: { email: 'E-mail :', phone: 'Téléphone :' },
    action: 'Nous contacter',
  },
} as const;

/** The number is part of the guide's text, not an index in a list. */
export const stepNumber = (number: number) => `Étape ${number}`;

export const preRegistration = {
  title: 'Pré-inscription',
  text: 'Remplissez le formulaire de pré-inscription en ligne. Il se trouve sur un autre site.',
  link: 'Ouvrir le formulaire de pré-inscription',
  picture: 'Un formulaire de pré-inscription rempli sur un ordinateur, prêt à être envoyé.',
  missing: {
    text: 'Le formulaire n’est pas encore en ligne ici : demandez-le-nous, nous vous dirons comment vous pré-inscrire.',
    link: 'Demander la pré-inscription',
  },
} as const;

export const documents = {
  title: 'Envoi de vos documents',
  text: 'Envoyez par e-mail ces trois documents à',
  items: [
    'Votre attestation de contribution à la formation professionnelle (CFP)',
    'Une copie de votre carte nationale d’identité',
    'Votre RIB, pour le remboursement',
  ],
  certificate: {
    title: 'Télécharger l’attestation sur le site de l’Urssaf',
    download: [
      'Connectez-vous à votre compte sur autoentrepreneur.urssaf.fr (micro-entreprise) ou urssaf.fr (autres indépendants).',
      'Ouvrez la rubrique « Documents » ou « Attestations ».',
      'Choisissez « Attestation de contribution à la formation professionnelle ».',
      'Téléchargez le PDF ; vérifiez l’année, le nom du fonds et le code de sécurité.',
    ],
  },
  reasons: {
    title: 'Pourquoi ces documents ?',
    text: 'L’attestation désigne votre fonds et prouve votre contribution. Le fonds vérifie votre identité et, s’il accepte, vous rembourse sur le compte du RIB.',
  },
  privacy:
    'Ces documents ne servent qu’à votre demande ; ils sont effacés une fois que le fonds a payé. Envoyez-les par e-mail seulement, jamais par un formulaire de ce site.',
  picture: 'Une enveloppe ouverte d’où dépassent trois documents : attestation CFP, pièce d’identité et RIB.',
} as const;

export const preparation = {
  title: 'Préparation du dossier',
  text: 'Nous préparons pour vous les deux pièces officielles :',
  papers: ['le formulaire de demande de prise en charge', 'la convention de formation'],
  date: {
    text: `La demande porte la date exacte de votre journée\u00a0: choisissez-la avant cette étape, en laissant au moins ${FUNDING_LEAD}.`,
    link: 'Proposer une date',
  },
  picture:
    'Une demande de prise en charge remplie et une convention de formation que l’on rédige ; la place des signatures est vide.',
} as const;

export const signature = {
  title: 'Signature et envoi au fonds',
  text: (sendsToEveryFund = false) =>
    sendsToEveryFund
      ? 'Nous vous contactons individuellement pour la signature, puis nous envoyons le dossier complet à votre fonds.'
      : 'Nous vous contactons individuellement pour la signature. Puis vous ou nous, selon les règles de votre fonds, lui envoyons le dossier complet.',
  delay: `La formation est programmée au plus tôt ${FUNDING_LEAD}.`,
  picture: 'Deux personnes se serrent la main d’un écran à l’autre. L’une dit : « C’est signé ».',
} as const;
