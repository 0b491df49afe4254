import type { ClaimedMail } from './claimed-mail.ts';

/** One statement at a time, each in a transaction of its own: the embedded database has one session for all. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** What is still to be told to the owner. Every call rejects when the database is away. */
export interface Outbox {
  /** A mail that is due, leased to this worker for two minutes; null when none is. */
  claim(): Promise<ClaimedMail | null>;
  sent(id: string): Promise<void>;
  /** The mail is due again later. @param reason for the owner to read; holds nothing of a visitor's */
  failed(id: string, reason: string): Promise<void>;
}

export function openOutbox(database: Queryable): Outbox {
  return {
    claim: async () => {
      const [mail] = await database.query<ClaimedMail>('select * from private.claim_mail()');
      return mail ?? null;
    },
    sent: async (id) => {
      await database.query('select private.mail_sent($1)', [id]);
    },
    failed: async (id, reason) => {
      await database.query('select private.mail_failed($1, $2)', [id, reason]);
    },
  };
}
