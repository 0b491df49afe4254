import { notifyOwner } from '@site/supabase/functions/notify-owner/handler';
import type { startBackend, TestBackend } from './backend';
import { type MailServer, startMailServer } from './mail-server';

export const OWNER = 'contact@exemple.fr';
export const SECRET = 'a secret of the tests';

/** A site whose mails are sent when a test says so. */
export interface DrainSite {
  readonly backend: TestBackend;
  readonly server: MailServer;
  /** Drains the outbox now. */
  pump(): Promise<void>;
  stop(): Promise<void>;
}

/** The time-out is short for a server that never answers, but long enough for a busy machine. */
export const mailEnv = (server: MailServer) => ({
  OWNER_EMAIL: OWNER,
  MAIL_FROM: 'Le site <site@exemple.fr>',
  SITE_NAME: 'Journée',
  // No site answers there.
  SITE_ORIGIN: 'http://127.0.0.1:1',
  SMTP_URL: server.url,
  SMTP_TIMEOUT: '10',
});

/** The server of mails behaves well again, and no mail waits or has arrived. */
export async function forgetMails({ backend, server }: DrainSite): Promise<void> {
  server.behave({});
  await backend.owner.query('delete from private.outbox');
  server.received.length = 0;
}

/** A site whose outbox is drained by the Edge Function's handler, called in this process. */
export async function startWithHandler(start: typeof startBackend): Promise<DrainSite> {
  const server = await startMailServer();
  const backend = await start();
  const env = { ...mailEnv(server), NOTIFY_OWNER_SECRET: SECRET, SUPABASE_DB_URL: backend.env.DATABASE_URL };
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
  return { backend, server, pump, stop: () => backend.stop().then(server.close) };
}
