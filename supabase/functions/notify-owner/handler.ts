import { drain, undelivered } from '../_shared/drain.ts';
import { failureReason } from '../_shared/failure-reason.ts';
import { deliverBySmtp } from '../_shared/mail/smtp.ts';
import { openOutbox } from '../_shared/outbox.ts';
import { SettingError } from '../_shared/setting-error.ts';
import { openDatabase } from './database.ts';
import { isSameSecret } from './same-secret.ts';
import { type Environment, readSettings } from './settings.ts';

// Plus one last delivery, this stays below a minute, when the next call starts. The platform ends a call after 150 s.
const CLAIM_MS = 25_000;

/**
 * Drains the outbox for callers with NOTIFY_OWNER_SECRET, and answers `{ sent, failed }`. Other callers get 401 before
 * any setting is read, so they learn nothing.
 */
export async function notifyOwner(request: Request, env: Environment): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const isCaller = await isSameSecret(request.headers.get('x-notify-secret') ?? '', env.NOTIFY_OWNER_SECRET ?? '');
  if (!isCaller) return new Response(null, { status: 401 });
  try {
    return Response.json(await notify(env));
  } catch (error) {
    const sentence =
      error instanceof SettingError ? error.message : `The outbox cannot be reached (${failureReason(error)}).`;
    console.error(sentence);
    return Response.json({ error: sentence }, { status: 500 });
  }
}

async function notify(env: Environment): Promise<{ sent: number; failed: number }> {
  const { databaseUrl, databaseCa, smtp, mail, deliveryMs } = readSettings(env);
  const claimUntil = Date.now() + CLAIM_MS;
  const database = await openDatabase(databaseUrl, databaseCa);
  try {
    const { sent, failed, lastReason } = await drain(openOutbox(database), deliverBySmtp(smtp, mail), {
      deliveryMs,
      isOver: () => Date.now() > claimUntil,
    });
    if (lastReason) console.error(undelivered(lastReason));
    return { sent, failed };
  } finally {
    await database.close();
  }
}
