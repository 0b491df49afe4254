import type { TestBackend } from '@site/backend/tests/support/backend';

/** Inserts a reservation whose name contains a control character of text direction. */
export const addReservation = ({ owner }: TestBackend, id: string) =>
  owner.query('insert into public.reservations (id, name, email, status) values ($1, $2, $3, $4)', [
    id,
    'Élodie\u202e Petit',
    'elodie@exemple.fr',
    'nouvelle',
  ]);
