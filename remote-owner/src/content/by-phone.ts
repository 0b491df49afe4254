import { BOOKING_FIELDS } from '@site/contract/form-fields';
import { formatDay } from './dates';

export const byPhone = {
  title: 'Ajouter une demande',
  back: 'Toutes les demandes',
  intro:
    'Pour une personne qui vous a téléphoné. La demande arrive dans «\u202fÀ traiter\u202f»\u00a0: vous la confirmez comme les autres.',
  name: BOOKING_FIELDS.name.label,
  email: BOOKING_FIELDS.email.label,
  emailHint: 'Nécessaire pour le lien de la visioconférence et pour retrouver ses données.',
  phone: BOOKING_FIELDS.phone.label,
  day: 'Jour souhaité',
  addDay: 'Ajouter ce jour',
  days: 'Jours choisis',
  removeDay: (day: string) => `Retirer le ${formatDay(day)}`,
  taken: (name: string) => `Déjà confirmé pour ${name}`,
  note: 'Note (visible de vous seul)',
  tell: 'Envoyer un accusé de réception par e-mail',
  tellsNobody: 'Le site n’écrit pas aux visiteurs\u00a0: aucun e-mail ne part.',
  save: 'Enregistrer la demande',
  saving: 'Enregistrement…',
  saved: 'La demande est enregistrée.',
  savedAndTold: 'La demande est enregistrée, un accusé de réception part.',
  /** The owner had wanted a receipt. */
  savedUntold: 'La demande est enregistrée. Aucun e-mail ne part\u00a0: cette personne en a déjà reçu aujourd’hui.',
  errors: 'À corriger',
  missing: {
    name: 'Indiquez le nom de la personne.',
    email: 'Indiquez une adresse e-mail complète.',
    dates: 'Ajoutez au moins un jour.',
    past: 'Choisissez un jour à partir d’aujourd’hui.',
  },
  closed: (day: string) =>
    `Le ${formatDay(day)} n’est pas ouvert à la réservation\u00a0: retirez-le, ou ouvrez-le dans «\u202fAgenda\u202f».`,
  takenDays: {
    text: 'La formation est individuelle. La demande n’est pas encore enregistrée.',
    again: 'Enregistrer quand même',
    leave: 'Choisir d’autres jours',
  },
} as const;
