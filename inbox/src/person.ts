import type { Database } from '@site/backend/database';
import type { OwnedRequest } from '@site/supabase/requests';

export interface Person {
  readonly contacts: readonly KeptRequest[];
  readonly reservations: readonly KeptRequest[];
}

interface KeptRequest extends OwnedRequest {
  readonly mails: readonly KeptMail[];
  readonly history: readonly KeptEvent[];
}

interface KeptEvent {
  /** ISO 8601, UTC */
  readonly at: string;
  readonly action: string;
}

/** A mail to the owner about a request. Times in ISO 8601, UTC. */
interface KeptMail {
  readonly kind: string;
  readonly queuedAt: string;
  readonly sentAt: string | null;
  readonly givenUpAt: string | null;
}

/** Null when nothing is stored about this address. */
export async function readPerson(database: Database, address: string): Promise<Person | null> {
  const [row] = await database.query<{ person: Person | null }>('select public.owner_person($1) as person', [address]);
  return row?.person ?? null;
}

export const refsOf = ({ contacts, reservations }: Person) => [...contacts, ...reservations].map(({ id }) => id);
