import type { ClaimedMail } from './claimed-mail.ts';
import type { DeliveryFailure } from './failure-reason.ts';

/** Each query is a transaction of its own. */
export interface Queryable {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** The queue of mails. Every call rejects when the database cannot be reached. */
export interface Outbox {
  /** Claims a due mail for two minutes; null when none is due. */
  claim(): Promise<ClaimedMail | null>;
  sent(id: string): Promise<void>;
  /** Makes the mail due again later, or gives it up. */
  failed(id: string, failure: DeliveryFailure): Promise<void>;
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
    failed: async (id, { reason, isFinal, isOurs }) => {
      await database.query('select private.mail_failed($1, $2, $3, $4)', [id, reason, isFinal, isOurs]);
    },
  };
}
