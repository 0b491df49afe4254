import type { Database } from '@site/backend/database';
import type { Answer } from './answer';

export async function resend(database: Database): Promise<Answer> {
  const [{ count } = { count: 0 }] = await database.query<{ count: number }>('select private.retry_mails() as count');
  if (count === 0) return { ok: true, text: 'Aucun mail n’attend un nouvel essai.' };
  const mails = count > 1 ? `${count} mails partent` : '1 mail part';
  return { ok: true, text: `${mails} maintenant, ou dès que le site tourne.` };
}
