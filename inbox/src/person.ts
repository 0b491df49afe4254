import type { Database } from '@site/backend/src/database/database';

/** All that is kept about the person with one address. Times in ISO 8601, UTC. */
export type Person = {
  contacts: KeptContact[];
  reservations: KeptReservation[];
};

/** A mail to the owner about an entry. */
type KeptMail = {
  kind: string;
  queuedAt: string;
  sentAt: string | null;
  givenUpAt: string | null;
};

type KeptContact = {
  id: string;
  receivedAt: string;
  prenom: string;
  nom: string;
  email: string;
  telephone: string;
  message: string | null;
  isAgefice: boolean;
  flagged: boolean;
  unwanted: boolean;
  mails: KeptMail[];
};

type KeptReservation = {
  id: string;
  receivedAt: string;
  name: string;
  email: string;
  phone: string | null;
  isAgefice: boolean;
  status: string;
  flagged: boolean;
  unwanted: boolean;
  /** yyyy-MM-dd, ascending. */
  dates: string[];
  mails: KeptMail[];
};

const mailsOf = (id: string) => `
  (select coalesce(json_agg(json_build_object('kind', o.kind, 'queuedAt', private.iso(o.created_at),
     'sentAt', private.iso(o.sent_at), 'givenUpAt', private.iso(o.given_up_at)) order by o.id), '[]')
   from private.outbox o where o.ref = ${id})`;

const PERSON = `
  select
    (select coalesce(json_agg(json_build_object('id', c.id, 'receivedAt', private.iso(c.created_at),
       'prenom', c.prenom, 'nom', c.nom, 'email', c.email, 'telephone', c.telephone, 'message', c.message,
       'isAgefice', c.is_agefice, 'flagged', c.flagged, 'unwanted', c.unwanted,
       'mails', ${mailsOf('c.id')}) order by c.created_at, c.id), '[]')
     from public.contacts c where lower(c.email) = $1) as contacts,
    (select coalesce(json_agg(json_build_object('id', r.id, 'receivedAt', private.iso(r.created_at),
       'name', r.name, 'email', r.email, 'phone', r.phone, 'isAgefice', r.is_agefice, 'status', r.status,
       'flagged', r.flagged, 'unwanted', r.unwanted, 'dates', (
         select coalesce(json_agg(to_char(d.date, 'YYYY-MM-DD') order by d.date), '[]')
         from public.reservation_dates d where d.reservation_id = r.id),
       'mails', ${mailsOf('r.id')}) order by r.created_at, r.id), '[]')
     from public.reservations r where lower(r.email) = $1) as reservations`;

/** The form in which two spellings of an address are one person. */
export const sameAddress = (address: string) => address.trim().toLowerCase();

/** Null where nothing is kept about this address. */
export async function readPerson(database: Database, address: string): Promise<Person | null> {
  const [person] = await database.query<Person>(PERSON, [sameAddress(address)]);
  return person && person.contacts.length + person.reservations.length > 0 ? person : null;
}

/** Ids of a person's entries, by which their mails are found. */
export const refsOf = ({ contacts, reservations }: Person) => [...contacts, ...reservations].map(({ id }) => id);
