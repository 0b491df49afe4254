import { failureReason } from '../../functions/_shared/delivery-failure.ts';
import { readSmtpUrl } from '../../functions/_shared/mail/smtp.ts';
import { readMailSettings } from '../../functions/_shared/settings.ts';

describe('SMTP_URL', () => {
  test.each([
    ['smtps://smtp.exemple.fr', { host: 'smtp.exemple.fr', port: 465, secure: true, requireTLS: false }],
    ['smtp://smtp.exemple.fr', { host: 'smtp.exemple.fr', port: 587, secure: false, requireTLS: true }],
    ['smtp://smtp.exemple.fr:2525/', { host: 'smtp.exemple.fr', port: 2525, secure: false, requireTLS: true }],
    ['smtp://localhost:1025', { host: 'localhost', port: 1025, secure: false, requireTLS: false }],
    [
      'smtps://moi%40exemple.fr:p%3Ass%2F%25@smtp.exemple.fr:465',
      {
        host: 'smtp.exemple.fr',
        port: 465,
        secure: true,
        requireTLS: false,
        auth: { user: 'moi@exemple.fr', pass: 'p:ss/%' },
      },
    ],
  ])('is parsed: %s', (url, server) => {
    expect(readSmtpUrl(url)).toEqual(server);
  });

  test.each(['', 'smtp.exemple.fr:465', 'https://exemple.fr', 'smtps://', 'smtps://e.fr/x', 'smtps://e.fr?tls=no'])(
    'is refused when it is "%s"',
    (url) => {
      expect(() => readSmtpUrl(url)).toThrow(/^SMTP_URL must look like/);
    },
  );
});

describe('the sender of a mail', () => {
  const settings = (MAIL_FROM: string) => readMailSettings({ OWNER_EMAIL: 'a@exemple.fr', MAIL_FROM });

  test.each(['site@exemple.fr', 'Le site <site@exemple.fr>', '"Site, le" <site@exemple.fr>'])('may be %s', (from) => {
    expect(settings(from)).toMatchObject({ from, to: 'a@exemple.fr' });
  });

  test('is the owner when MAIL_FROM is not set', () => {
    expect(settings('')).toMatchObject({ from: 'a@exemple.fr' });
  });

  test.each(['site', 'a@exemple.fr, b@exemple.fr', 'a, b <site@exemple.fr>', 'x\r\nBcc: b <a@exemple.fr>', '<a@b@c>'])(
    'may not be %j',
    (from) => {
      expect(() => settings(from)).toThrow(/^MAIL_FROM must look like/);
    },
  );
});

describe('the reason of a failed delivery', () => {
  test.each([
    [{ code: 'EAUTH', command: 'AUTH PLAIN', response: '535-5.7.8 No: me/secret' }, 'EAUTH at AUTH PLAIN: 535 5.7.8'],
    [{ code: 'EMESSAGE', command: 'DATA', response: '554 Durand is spam' }, 'EMESSAGE at DATA: 554'],
    [{ code: 'EPROTOCOL', command: 'CONN', response: 'Durand' }, 'EPROTOCOL at CONN: '],
    [{ code: 'EENVELOPE', command: 'RCPT TO', response: '550 No such user' }, 'EENVELOPE at RCPT TO: said'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'ECONNECTION at CONN: said'],
  ])('keeps only what cannot quote a password or a visitor: %j', (parts, reason) => {
    expect(failureReason(Object.assign(new Error('said'), parts))).toBe(reason);
  });

  test("is only the name of an internal error, whose message may contain a visitor's text", () => {
    expect(failureReason(new RangeError('Durand'))).toBe('RangeError');
    expect(failureReason('Durand')).toBe('Unknown error');
  });

  test('is the error of the last address when several did not answer', () => {
    const tried = [new Error('connect ECONNREFUSED ::1:465'), new Error('connect ECONNREFUSED 127.0.0.1:465')];
    const thrown = Object.assign(new AggregateError(tried), { code: 'ESOCKET', command: 'CONN' });
    expect(failureReason(thrown)).toBe('ESOCKET at CONN: connect ECONNREFUSED 127.0.0.1:465');
  });

  test('is one line of at most 200 characters', () => {
    const reason = failureReason(Object.assign(new Error(`a\r\nb${'c'.repeat(500)}`), { code: 'ESOCKET' }));
    expect(reason).toMatch(/^ESOCKET: a bc{188}$/);
  });
});
