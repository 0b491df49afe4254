import type { CodeMail } from '@site/supabase/functions/_shared/claimed-mail';
import { deliveryFailure, failureReason } from '@site/supabase/functions/_shared/delivery-failure';
import { deliverBySmtp, readSmtpUrl } from '@site/supabase/functions/_shared/mail/smtp';
import type { SMTPServerOptions } from 'smtp-server';
import { type Behaviour, type MailServer, makeCertificate, startMailServer } from './support/mail-server';

const [USER, PASSWORD] = ['moi@exemple.fr', 'p:ss/% é'];
const mail: CodeMail = {
  id: '12',
  messageId: '6f1d8a52-3c77-4b0e-9f0a-5d2b8c1e7a90',
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
  // A server on another machine has these.
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

test.each([
  ['https://exemple.fr:8443', 'Le site <site@mails.exemple.fr>', 'exemple.fr'],
  ['', 'site@mails.exemple.fr', 'mails.exemple.fr'],
  ['', 'Le site <site@journée.fr>', 'xn--journe-fva.fr'],
  ['http://localhost:4173', 'site@exemple.fr', 'exemple.fr'],
  ['http://192.0.2.7', 'site@exemple.fr', 'exemple.fr'],
])('the site %s of %s greets mail servers as %s', async (origin, from, greeting) => {
  const server = await startServer({ authOptional: true });
  const settings = { from, to: 'proprietaire@exemple.fr', product: '', origin, facts: {} };
  await deliverBySmtp({ ...readSmtpUrl(server.url), ...trusted }, settings)(mail, new AbortController().signal);
  expect(server.received).toMatchObject([{ greeting }]);
});

describe('a refusal', () => {
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const settings = { from: 'site@exemple.fr', to: 'proprietaire@exemple.fr', product: '', origin: '', facts: {} };
  const failure = async (more: SMTPServerOptions, behaviour: Behaviour = {}) => {
    const server = await startServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...more });
    server.behave(behaviour);
    const deliver = deliverBySmtp(readSmtpUrl(server.url), settings);
    return deliver(mail, new AbortController().signal).then(() => null, deliveryFailure);
  };

  test.each([
    [550, '5.1.1 No such user'],
    [550, '5.1.2 No such domain'],
    [501, '5.1.3 Bad address'],
    [551, '5.1.6 Has moved'],
    [550, '5.1.10 Null MX'],
    [550, '5.2.1 Mailbox disabled'],
    [554, '5.1.1 No such user'],
    [550, 'No such user'],
    [551, 'User not local'],
    [553, 'Mailbox name not allowed'],
  ])('%i %s of the recipient is final', async (code, text) => {
    expect(await failure({}, { rcpt: { code, text } })).toMatchObject({ isFinal: true, isOurs: false });
  });

  test.each([
    [553, '5.7.1 Sender address rejected: not owned by user'],
    [554, '5.7.1 Relay access denied'],
    [550, '5.7.26 Unauthenticated'],
    [554, 'Client host blocked'],
    [504, '5.5.2 Helo command rejected: need fully-qualified hostname'],
    [503, '5.5.1 Authentication first'],
    [501, '5.1.7 Bad sender address'],
    [550, '5.1.8 Sender domain not found'],
    [552, '5.3.4 Too big'],
    [550, '5.4.1 Access denied'],
    [530, '5.7.0 Authentication required'],
    [500, 'Unknown command'],
  ])('%i %s at RCPT TO is about the site', async (code, text) => {
    expect(await failure({}, { rcpt: { code, text } })).toMatchObject({ isFinal: false, isOurs: true });
  });

  test.each([
    [450, '4.2.0 Greylisted'],
    [452, '4.2.2 Mailbox full'],
    [552, '5.2.2 Mailbox full'],
    [552, 'Mailbox full'],
  ])('%i %s of the recipient is neither', async (code, text) => {
    expect(await failure({}, { rcpt: { code, text } })).toMatchObject({ isFinal: false, isOurs: false });
  });

  const earlier: [string, SMTPServerOptions][] = [
    ['the client', { onConnect: (_, answer) => answer(refuse(554, 'Client blocked')) }],
    ['the sender', { onMailFrom: (_, __, answer) => answer(refuse(550, '5.1.1 No such sender')) }],
    ['mails without a login', { authOptional: false }],
  ];
  test.each(earlier)('of %s is about the site', async (_, options) => {
    expect(await failure(options)).toMatchObject({ isFinal: false, isOurs: true });
  });

  test('of the message, even with the code of a recipient, is about the site', async () => {
    expect(await failure({}, { data: { code: 550, text: '5.1.1 No such user' } })).toMatchObject({
      isFinal: false,
      isOurs: true,
    });
  });
});
