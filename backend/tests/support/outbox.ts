import { randomUUID } from 'node:crypto';
import type { TestBackend } from './backend';
import { contact } from './rows';
import { attemptHeader, visitor } from './visitor';

/** A mail as a worker claims it. */
export interface Claim {
  readonly id: string;
  readonly kind: string;
  readonly messageId: string;
  readonly attempts: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Reads and changes a backend's outbox as its worker and its owner do. */
export function outboxOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  return {
    query,
    empty: () => query('delete from private.outbox'),
    /** Empties it, and removes what causes a mail of concerns. */
    quiet: () =>
      backend().owner.script(
        `delete from private.outbox;
         delete from public.incidents; delete from private.incident_reports;
         delete from private.page_counts; delete from private.servers;
         delete from public.contacts where created_at < now() - interval '1 day';
         delete from public.reservations where created_at < now() - interval '1 day';
         update private.upkeep set reminded_at = now()`,
      ),
    claim: async () => (await query<Claim>('select * from private.claim_mail()'))[0],
    row: async (id: string) =>
      (await query<Record<string, unknown>>('select * from private.outbox where id = $1', [id]))[0],
    /** Seconds until the mail may go. */
    waitOf: async (id: string) =>
      (
        await query<{ wait: number }>(
          'select round(extract(epoch from not_before - now()))::integer as wait from private.outbox where id = $1',
          [id],
        )
      )[0]?.wait ?? 0,
    /** Sends a contact message. @returns the id of its row */
    sendContact: async () => {
      const attempt = randomUUID();
      await visitor(backend()).post('contacts', contact, attemptHeader(attempt));
      const [sent] = await query<{ id: string }>('select id from public.contacts where attempt = $1', [attempt]);
      return sent?.id ?? '';
    },
  };
}
