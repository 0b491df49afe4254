import { drain } from '@site/supabase/functions/_shared/drain';
import { deliverBySmtp, readSmtpUrl } from '@site/supabase/functions/_shared/mail/smtp';
import { openOutbox } from '@site/supabase/functions/_shared/outbox';
import { notifyOwner } from '@site/supabase/functions/notify-owner/handler';
import type { startBackend, TestBackend } from './backend';
import { type MailServer, startMailServer } from './mail-server';
import { openAsOwner } from './running-site';

export const OWNER = 'contact@exemple.fr';
export const SECRET = 'a secret of the tests';

/** A site whose mails are sent by one of the supported workers. */
export interface DrainSite {
  readonly backend: TestBackend;
  readonly server: MailServer;
  /** Drains the outbox now. Does nothing for a worker that drains it by itself. */
  pump(): Promise<void>;
  /** Drains the outbox with one more worker. */
  drainToo(): Promise<void>;
  stop(): Promise<void>;
}

/** The time-out is short for a server that never answers, but long enough for a busy machine. */
export const mailEnv = (server: MailServer) => ({
  OWNER_EMAIL: OWNER,
  MAIL_FROM: 'Le site <site@exemple.fr>',
  SITE_NAME: 'Journée',
  SITE_ORIGIN: 'https://exemple.fr',
  SMTP_URL: server.url,
  SMTP_TIMEOUT: '10',
});

/** The server of mails behaves well again, and no mail waits or has arrived. */
export async function forgetMails({ backend, server }: DrainSite): Promise<void> {
  server.behave({});
  await backend.owner.query('delete from private.outbox');
  server.received.length = 0;
}

/** A site with the worker inside the backend's process. */
export async function startWithWorker(start: typeof startBackend): Promise<DrainSite> {
  const server = await startMailServer();
  const backend = await start(mailEnv(server));
  return {
    backend,
    server,
    pump: async () => undefined,
    drainToo: () => drainOnce(backend, server),
    stop: () => backend.stop().then(server.close),
  };
}

async function drainOnce(backend: TestBackend, server: MailServer): Promise<void> {
  const database = await openAsOwner(backend.dataDir);
  const settings = { from: 'site@exemple.fr', to: OWNER, product: '', origin: '', facts: {} };
  await drain(openOutbox(database), deliverBySmtp(readSmtpUrl(server.url), settings), { deliveryMs: 10_000 });
  await database.close();
}

/** A site whose outbox is drained by the Edge Function's handler, called in this process. */
export async function startWithHandler(start: typeof startBackend): Promise<DrainSite> {
  const server = await startMailServer();
  const backend = await start();
  const env = {
    ...mailEnv(server),
    NOTIFY_OWNER_SECRET: SECRET,
    SUPABASE_DB_URL: backend.env.DATABASE_URL,
  };
  // Silences the function's log.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  return calledSite(backend, server, (request) => notifyOwner(request, env));
}

/** A site whose mails are sent whenever the function is called. */
export function calledSite(
  backend: TestBackend,
  server: MailServer,
  call: (request: Request) => Promise<Response>,
): DrainSite {
  const pump = async () => {
    const request = new Request('http://localhost/', { method: 'POST', headers: { 'x-notify-secret': SECRET } });
    const answer = await call(request);
    if (answer.status !== 200) throw new Error(`The function answered ${answer.status}: ${await answer.text()}`);
  };
  return { backend, server, pump, drainToo: pump, stop: () => backend.stop().then(server.close) };
}
