import type { TraineeStatus } from '@site/contract/day-papers';
import { centsInEuros } from '@site/contract/offer';
import type { Client, TaughtSum, TrainingYear, YearGap } from '@site/contract/training-year';
import { formatDuration } from './dates';
import { dayFile } from './day-file';

const UNKNOWN = 'Non précisé';

/** Frame C of the form (Cerfa 10443), « origine des produits », has these on lines 1 and 9. */
const clients = {
  employer: 'Entreprises, pour leurs salariés',
  trainee: 'Stagiaires, à leurs frais',
} satisfies Record<NonNullable<Client>, string>;

/** Frame F has these. */
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
    'Pour le bilan pédagogique et financier, à déposer au plus tard le 30\u00a0avril, même sans activité (Code du travail, L6352-11 et R6352-22). Calculé à partir des journées confirmées et passées, des heures notées et de qui reçoit la facture\u00a0: un stagiaire que l’AGEFICE ou un autre fonds rembourse a payé lui-même. Un stagiaire compte une fois par réservation, et les montants sont hors taxes.',
  check:
    'Si un fonds vous a payé directement (subrogation), cette somme change de ligne dans le cadre\u00a0C. Les rubriques changent d’une année à l’autre, et une somme compte ici l’année de la journée\u00a0: à confirmer avec la notice du formulaire (Cerfa 10443) et votre comptable. Les demandes effacées n’y sont plus.',
  vatUnknown: 'Votre régime de TVA n’est pas encore dans vos textes\u00a0: les montants sont comptés comme sans TVA.',
  none: (chosen: number) => `Aucune journée passée en ${chosen}.`,
  byClient: 'Par origine des produits',
  byStatus: 'Par type de stagiaire',
  client: (client: Client) => (client ? clients[client] : UNKNOWN),
  status: (status: TraineeStatus | null) => (status ? statuses[status] : UNKNOWN),
  persons: 'Stagiaires',
  hoursTitle: 'Heures',
  euros: 'Euros HT',
  total: 'Total',
  hours: formatDuration,
  money: (sum: TaughtSum) => centsInEuros(sum.cents),
  taught: (minutes: number) => `Heures données par le formateur\u00a0: ${formatDuration(minutes)}.`,
  lacking: {
    title: 'À compléter',
    text: 'Ces réservations comptent déjà, mais il leur manque quelque chose.',
    gaps: {
      payer: 'qui paie',
      status: 'statut du stagiaire',
      kept: 'heures tenues (comptées comme prévu)',
      price: 'prix de ce qu’un absent a suivi (0 s’il ne doit rien)',
    } satisfies Record<YearGap, string>,
  },
  exportSums: 'Exporter les totaux (CSV)',
  exportRows: 'Exporter une ligne par réservation (CSV)',
  file: (chosen: number, what: 'totaux' | 'reservations') => `bilan-${chosen}-${what}.csv`,
  columns: {
    group: 'Tableau',
    line: 'Ligne',
    name: 'Nom',
    days: 'Jours',
    paidOn: 'Réglée le',
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
