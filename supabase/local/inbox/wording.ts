import type { Entry } from './entry';

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
    id: 'Identifiant',
  },
  kind: { contact: 'Message', reservation: 'Réservation' } satisfies Record<Entry['kind'], string>,
  status: { nouvelle: 'nouvelle', confirmee: 'confirmée', annulee: 'annulée' } as Record<string, string>,
  yes: 'oui',
  no: 'non',
  flagged: 'à vérifier',
  noDates: '(aucune date)',
  empty: 'Aucune demande pour le moment.',
};

const moment = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const day = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `2026-11-23T08:05:00Z` → `23/11/2026 09:05`, the time in Paris. */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso));
}

/** `2026-12-01` → `mardi 1er décembre 2026`. */
export function formatDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`)).replace(/ 1 /, ' 1er ');
}
