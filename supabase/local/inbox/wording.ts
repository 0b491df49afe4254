import { requestStatus } from '../../functions/_shared/content/requests.ts';
import type { Entry } from './entry';

export { formatDay, formatMoment } from '../../functions/_shared/french-dates.ts';

/** The owner's own words: what the list calls things. */
export const wording = {
  columns: { receivedAt: 'Reçu le', request: 'Demande', person: 'Personne', detail: 'Détail' },
  fields: {
    receivedAt: 'Reçu le',
    request: 'Demande',
    name: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    agefice: 'AGEFICE',
    dates: 'Dates',
    message: 'Message',
    status: 'Statut',
    flagged: 'À vérifier',
    mail: 'Mail',
    shortId: 'Référence',
    id: 'Identifiant',
  },
  kind: { contact: 'Message', reservation: 'Réservation' } satisfies Record<Entry['kind'], string>,
  status: requestStatus as Record<string, string>,
  yes: 'oui',
  no: 'non',
  flagged: 'à vérifier',
  noDates: '(aucune date)',
  empty: 'Aucune demande pour le moment.',
};
