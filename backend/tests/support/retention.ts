import type { Database } from '../../src/database/database';
import type { TestBackend } from './backend';
import { outboxOf } from './outbox';

interface Outcome {
  readonly removed: { readonly requests: number; readonly mails: number; readonly incidents: number };
  readonly held: Readonly<Record<string, unknown>> | null;
}

/** Runs retention on requests of any age. */
export function retentionOf(backend: () => TestBackend) {
  const { query, quiet } = outboxOf(backend);
  return {
    query,
    run: async (confirmed = false, database: Pick<Database, 'query'> = backend().owner) => {
      const [row] = await database.query<{ outcome: Outcome }>('select private.apply_retention($1) as outcome', [
        confirmed,
      ]);
      return row?.outcome;
    },
    add: (count: number, age: string) =>
      query(
        `insert into public.contacts (prenom, nom, email, telephone, created_at)
         select 'Camille', 'Durand', gen_random_uuid() || '@held.fr', '0612345678', now() - $2::interval
         from generate_series(1, $1)`,
        [count, age],
      ),
    kept: async () => (await query('select from public.contacts')).length,
    heldMails: async () => {
      await query('select private.queue_concerns()');
      return query("select from private.outbox where kind = 'concerns'");
    },
    /** Removes all requests, and what retention and the outbox have stored. */
    reset: async () => {
      await quiet();
      await backend().owner.script(
        `delete from public.contacts; delete from public.reservations; delete from private.erased_requests;
         update private.retention_state set last_run_at = now(), seen_at = now(), held_at = null, held_reason = null`,
      );
    },
  };
}
