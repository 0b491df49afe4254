import type { Database } from '@site/backend/database';
import type { Answer } from './answer';

// A mail that was never tried waits for its dates, and a claimed one is being sent. A request in a digest has no mail
// of its own, and a digest that was tried takes no further requests.
const RESEND = `
  with due as (
    update private.outbox
      set not_before = now(), given_up_at = null, first_tried_at = null,
        attempts = case kind when 'digest' then 1 else 0 end
      where sent_at is null and digest_id is null and attempts > 0 and coalesce(claimed_until, '-infinity') <= now()
      returning id)
  select count(*)::integer as count from due`;

export async function resend(database: Database): Promise<Answer> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>(RESEND);
  if (count === 0) return { ok: true, text: 'Aucun mail n’attend un nouvel essai.' };
  const mails = count > 1 ? `${count} mails partent` : '1 mail part';
  return { ok: true, text: `${mails} maintenant, ou dès que le site tourne.` };
}
