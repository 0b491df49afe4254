import type { TraineeStatus } from '@site/contract/day-papers';
import { centsInEuros } from '@site/contract/prices';
import type {
  Forfeit,
  OriginLine,
  TaughtSum,
  TraineeLine,
  TrainingYear,
  YearGap,
  YearSums,
} from '@site/contract/training-year';
import { formatDay, formatDuration, isolated } from './dates';
import { dayFile } from './day-file';

const UNKNOWN = 'Non précisé';

/** In the words of the form (Cerfa 10443*17), like those of `trainees`. */
const origins = {
  '1': 'Des entreprises, pour la formation de leurs salariés',
  '9': 'De contrats conclus avec des personnes à titre individuel et à leurs frais',
} satisfies Record<OriginLine, string>;

const trainees = {
  a: 'Salariés d’employeurs privés hors apprentis (salariés, portage, dirigeants salariés)',
  c: 'Personnes en recherche d’emploi formées par votre organisme',
  d: 'Particuliers à leurs propres frais formés par votre organisme',
  e: 'Autres stagiaires (indépendants)',
} satisfies Record<TraineeLine, string>;

const statuses = {
  independent: 'Indépendants',
  director: 'Dirigeants salariés',
  employee: 'Salariés',
  portage: 'Salariés en portage',
  jobseeker: 'Demandeurs d’emploi',
  individual: 'Particuliers',
} satisfies Record<TraineeStatus, string>;

export const year = {
  title: 'Bilan de l’année',
  text: 'Stagiaires, heures et euros pour le bilan pédagogique et financier (BPF), et les résultats de vos questionnaires.',
  open: 'Voir le bilan de l’année',
  back: 'Retour aux réglages',
  choose: 'Année',
  intro:
    'Pour le bilan pédagogique et financier, à déposer au plus tard le 30\u00a0avril, même sans activité (Code du travail, L6352-11 et R6352-22).',
  basis: 'Comment ces nombres sont comptés',
  counted:
    'Ils viennent des journées confirmées jusqu’à aujourd’hui compris, des heures notées et de qui reçoit la facture\u00a0: un stagiaire que son fonds rembourse a payé lui-même. Un stagiaire compte une fois par réservation.',
  check:
    'Les lignes sont celles du Cerfa 10443*17, et une somme compte l’année de la journée\u00a0: à vérifier avec votre comptable. Les demandes effacées n’y sont plus.',
  /** « 2 stagiaires · 16 h · … € HT » */
  total: ({ persons, minutes, cents }: TaughtSum) =>
    `${persons}\u00a0${persons === 1 ? 'stagiaire' : 'stagiaires'} · ${formatDuration(minutes)} · ${centsInEuros(cents)} HT`,
  unpaid: ({ count, cents }: YearSums['unpaid']) =>
    `Dont ${centsInEuros(cents)} HT pas encore notés comme réglés (${count}\u00a0${count === 1 ? 'réservation' : 'réservations'}).`,
  vatUnknown: 'Votre régime de TVA n’est pas encore dans vos textes\u00a0: les montants sont comptés comme sans TVA.',
  none: (chosen: number) => `Aucune journée passée en ${chosen}.`,
  origins: {
    title: 'Cadre C – Origine des produits',
    line: (line: OriginLine | null) => (line ? `C-${line}. ${origins[line]}` : UNKNOWN),
    totals: ['C. Total des produits (lignes\u00a01 à 11)'],
    check:
      'Recopiez ces sommes au cadre\u00a0C. Un indépendant qui a réglé lui-même, même avec une convention, est en C-9\u202f; celui dont l’entreprise a payé est en C-1, et reste en F-1-e\u00a0: à confirmer avec votre comptable. Si un financeur vous a payé directement (subrogation), sa somme va en ligne\u00a02 pour un fonds de la formation comme un OPCO (2.g pour un indépendant), en ligne\u00a06 pour une région, en ligne\u00a07 pour France Travail.',
  },
  trainees: {
    title: 'Cadre F – Stagiaires et heures suivies',
    line: (line: TraineeLine | null) => (line ? `F-1-${line}. ${trainees[line]}` : UNKNOWN),
    totals: [
      'F-1. Total\u00a0(1), dont à distance',
      'F-3-d. Autres formations professionnelles, et total\u00a0(3)',
      'F-4. Spécialité de la formation, et total\u00a0(4)',
    ],
    check:
      'Recopiez ces nombres au cadre\u00a0F. F-3-d vaut si votre formation ne prépare à aucune certification enregistrée\u202f; pour F-4, le code de spécialité (NSF) est dans la notice. Pour un dirigeant salarié qui a payé lui-même, demandez la ligne à votre comptable.',
  },
  forfeits: {
    name: 'Dédits, hors du cadre C',
    title: (cents: number) => `Dédits\u00a0: ${centsInEuros(cents)}`,
    text: 'Ce ne sont pas des prix de formation\u00a0: le cadre\u00a0C ne les compte pas. Leur place dans vos comptes est à confirmer avec votre comptable.',
    line: ({ name, cents, paidOn }: Forfeit) =>
      `${isolated(name)}\u00a0: ${centsInEuros(cents)}, ${paidOn ? `réglés le ${formatDay(paidOn)}` : 'pas encore notés comme réglés'}`,
  },
  status: (status: TraineeStatus | null) => (status ? statuses[status] : UNKNOWN),
  persons: 'Stagiaires',
  hoursTitle: 'Heures',
  euros: 'Euros HT',
  hours: formatDuration,
  money: (sum: Pick<TaughtSum, 'cents'>) => centsInEuros(sum.cents),
  /** The line has another wording in a file. */
  taughtLine: 'E. Personnes de votre organisme, heures de formation données',
  taught: (minutes: number) =>
    `Cadre E, personnes de votre organisme\u00a0: ${formatDuration(minutes)} de formation données.`,
  unnoted: (days: number) =>
    `Les heures ${days > 1 ? `de ${days}\u00a0journées` : 'd’une journée'} ne sont pas notées\u00a0: elles comptent comme prévu. Notez-les, avec les liens de «\u202fÀ compléter\u202f», avant de déposer le bilan.`,
  others:
    'Le reste vient de vous. Cadre\u00a0B\u00a0: oui, à distance. Cadre\u00a0D\u00a0: vos charges. Cadres F-2 et G\u00a0: 0, si aucun stagiaire n’est allé chez un autre organisme ni venu du sien.',
  lacking: {
    title: 'À compléter',
    text: 'Il manque quelque chose à ces réservations\u00a0: la suite dit comment elles comptent d’ici là.',
    gaps: {
      payer: 'qui paie',
      status: 'statut du stagiaire',
      kept: 'heures tenues (comptées comme prévu)',
      price: 'prix de ce qui a été suivi, moins que prévu (compté en entier)',
      beyond: 'prix de ce qui a été suivi, sans le dédit (seule la part des heures suivies est comptée)',
      absent: 'absence (pas comptée\u202f; notez 0, et à part un dédit s’il est dû)',
      signature: 'contrat pas noté comme signé, ou plus valable',
    } satisfies Record<YearGap, string>,
  },
  exportSums: 'Exporter les totaux (CSV)',
  exportRows: 'Exporter une ligne par réservation (CSV)',
  file: (chosen: number, what: 'totaux' | 'reservations') => `bilan-${chosen}-${what}.csv`,
  columns: {
    line: 'Cadre et ligne',
    name: 'Nom',
    days: 'Jours',
    paidOn: 'Réglée le',
    unpaid: 'Reste à régler HT',
    payer: 'Qui paie',
    payerName: 'Financeur',
    status: 'Type de stagiaire',
    gaps: 'À compléter',
  },
  report: {
    title: (chosen: number) => `Dépôt du bilan de ${chosen}`,
    filed: 'Il est noté comme déposé.',
    open: 'Une fois le bilan déposé sur «\u202fMon activité formation\u202f», notez-le\u00a0: le rappel disparaît.',
    mark: 'Noter comme déposé',
    undo: 'Retirer cette note',
    tooSoon: 'L’année n’est pas finie\u00a0: il se dépose l’an prochain.',
  },
  feedback: {
    title: 'Résultats des questionnaires',
    text: ({ count, means }: TrainingYear['feedback']) => {
      const answers = `${count}\u00a0${count > 1 ? 'réponses' : 'réponse'}, toutes années confondues`;
      if (count === 0) return 'Aucune réponse pour l’instant. Les moyennes paraissent à partir de dix.';
      return means
        ? `${answers}. Notes sur 5, pour l’indicateur 2 de Qualiopi.`
        : `${answers}. Les moyennes paraissent à partir de dix.`;
    },
    questions: dayFile.feedback.questions,
    mean: (mean: number) => mean.toLocaleString('fr-FR', { minimumFractionDigits: 1, maximumFractionDigits: 2 }),
  },
} as const;
