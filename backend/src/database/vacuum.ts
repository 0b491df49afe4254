import type { Queryable } from '@site/supabase/functions/_shared/outbox';

/** Tables with texts of visitors. */
const TABLES = ['public.contacts', 'public.reservations', 'private.outbox'];

/**
 * Lets PostgreSQL overwrite rows that were deleted. Until then their text remains in the files, not in the tables; in
 * the write-ahead log it remains until a checkpoint after the segment's end removes the segment.
 */
export async function vacuum(database: Queryable): Promise<void> {
  await database.query(`vacuum ${TABLES.join(', ')}`);
}
