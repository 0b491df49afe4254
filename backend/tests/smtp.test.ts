import type { CodeMail } from '@site/supabase/functions/_shared/claimed-mail';
import { failureReason } from '@site/supabase/functions/_shared/failure-reason';
import { deliverBySmtp, readSmtpUrl } from '@site/supabase/functions/_shared/mail/smtp';
import type { SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './support/certificate';
import { type MailServer, startMailServer } from './support/mail-server';

const [USER, PASSWORD] = ['moi@exemple.fr', 'p:ss/% é'];
const mail: CodeMail = {
  id: '12',
  messageId: '6f1d8a52-3c77-4b0e-9f0a-5d2b8c1e7a90',
  attempts: 0,
  kind: 'code',
  detail: { email: 'camille.martin@exemple.fr', nonce: 'nonce', code: '042137' },
};

interface Login {
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
}

const certificate = makeCertificate();
const trusted = { tls: { ca: certificate.cert } };
const running: MailServer[] = [];
let logins: Login[];

beforeEach(() => {
  logins = [];
});
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

/** Speaks plain text until STARTTLS, and wants a password. */
async function startServer(more: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(undefined, {
    ...certificate,
    authOptional: false,
    hideSTARTTLS: false,
    onAuth: ({ username, password }, { secure }, answer) => {
      logins.push({ user: username, isEncrypted: secure });
      if (username === USER && password === PASSWORD) return answer(null, { user: username });
      answer(new Error(`${username} may not use ${password}`));
    },
    ...more,
  });
  running.push(server);
  return server;
}

/** @returns null, or why the mail was not sent, in the words of the database and the log */
async function send(address: string, password: string, more: object = trusted): Promise<string | null> {
  const url = new URL(address);
  [url.username, url.password] = [encodeURIComponent(USER), encodeURIComponent(password)];
  const settings = { from: 'site@exemple.fr', to: 'proprietaire@exemple.fr', product: '', origin: '', facts: {} };
  // For a server on another machine.
  const server = { ...readSmtpUrl(url.href), requireTLS: url.protocol === 'smtp:', ...more };
  return deliverBySmtp(server, settings)(mail, new AbortController().signal).then(() => null, failureReason);
}

test('a server gets the password and the mail after STARTTLS', async () => {
  const server = await startServer();
  expect(await send(server.url, PASSWORD)).toBeNull();
  expect(logins).toEqual([{ user: USER, isEncrypted: true }]);
  expect(server.received).toMatchObject([{ recipients: [mail.detail.email] }]);
});

test('a server gets them over TLS from the first byte', async () => {
  const server = await startServer({ secure: true });
  expect(await send(server.url.replace('smtp:', 'smtps:'), PASSWORD)).toBeNull();
  expect(server.received).toHaveLength(1);
});

test('a server that refuses the password gets no mail, and the reason does not contain it', async () => {
  const server = await startServer();
  expect(await send(server.url, 'wrong')).toMatch(/^EAUTH at AUTH \w+: 535$/);
  expect(server.received).toEqual([]);
});

test('a server without STARTTLS gets neither password nor mail', async () => {
  const server = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await send(server.url, PASSWORD)).toMatch(/^ETLS/);
  expect([logins, server.received]).toEqual([[], []]);
});

test('a server on this machine may do without STARTTLS', async () => {
  const server = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await send(server.url, PASSWORD, { requireTLS: false })).toBeNull();
  expect(logins).toMatchObject([{ isEncrypted: false }]);
  expect(server.received).toHaveLength(1);
});

test.each([
  ['after STARTTLS', 'smtp:', {}],
  ['from the first byte', 'smtps:', { secure: true }],
])('a server with a certificate that nobody trusts, %s, gets neither password nor mail', async (_, protocol, more) => {
  const server = await startServer(more);
  const url = server.url.replace('smtp:', protocol);
  expect(await send(url, PASSWORD, { requireTLS: false })).toMatch(/self-signed certificate/);
  expect([logins, server.received]).toEqual([[], []]);
});
