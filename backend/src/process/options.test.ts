import { UserError } from '@site/terminal/program';
import { readMailOptions } from '../worker/delivery';
import { driverUrl, readOptions } from './options';

describe('database url', () => {
  const read = (DATABASE_URL: string) => readOptions({ DATABASE_URL }).databaseUrl;

  test.each([
    ...['postgresql://a:b@localhost/site', 'postgres://127.0.0.1/site', 'postgresql://[::1]:5432/site'],
    ...['postgresql://[::ffff:127.0.0.1]/site', 'postgresql:///site', 'postgresql:///site?host=/run/postgresql'],
    ...['postgresql://%2Frun%2Fpostgresql/site'],
  ])('the database of this machine needs no sslmode: %s', (url) => {
    expect(read(url)).toBe(url);
  });

  test.each([
    ['postgresql://me:secret@db.exemple.fr/site', 'db.exemple.fr'],
    ['postgresql://me:secret@10.0.0.1/site', '10.0.0.1'],
    ['postgresql://me:secret@[::ffff:192.0.2.1]/site', '[::ffff:c000:201]'],
    ['postgresql://me:secret@0.0.0.0/site', '0.0.0.0'],
    ['postgresql://me:secret@localhost.exemple.fr/site', 'localhost.exemple.fr'],
    ['postgresql:///site?host=db.exemple.fr', 'db.exemple.fr'],
    ['postgresql://localhost/site?host=db.exemple.fr', 'db.exemple.fr'],
    ['postgresql://localhost/site?hostaddr=192.0.2.1', '192.0.2.1'],
    ['postgresql:///site?host=/run/postgresql,db.exemple.fr', 'db.exemple.fr'],
    ['postgresql://me:secret@db.exemple.fr/site?ssl=true', 'db.exemple.fr'],
    ['postgresql://me:secret@db.exemple.fr/site?SSLMODE=require', 'db.exemple.fr'],
  ])('another machine needs sslmode: %s', (url, host) => {
    expect(() => read(url)).toThrow(
      `DATABASE_URL needs an sslmode because ${host} is not this machine: add ?sslmode=verify-full (with &sslrootcert=<file> for a certificate authority of your own), or ?sslmode=disable on a private network.`,
    );
    for (const mode of ['disable', 'require', 'verify-full']) {
      const chosen = `${url}${url.includes('?') ? '&' : '?'}sslmode=${mode}`;
      expect(read(chosen)).toBe(chosen);
    }
  });

  test('the host of PGHOST, which the driver takes when the address has none, needs sslmode too', () => {
    const before = process.env.PGHOST;
    process.env.PGHOST = 'db.exemple.fr';
    try {
      expect(() => read('postgresql:///site')).toThrow('because db.exemple.fr is not this machine');
      expect(read('postgresql://localhost/site')).toBe('postgresql://localhost/site');
    } finally {
      if (before === undefined) delete process.env.PGHOST;
      else process.env.PGHOST = before;
    }
  });

  test.each(['', 'allow', 'verify', 'REQUIRE', 'no-verify'])('sslmode=%s is refused on any machine', (mode) => {
    for (const host of ['localhost', 'db.exemple.fr']) {
      const url = `postgresql://me:secret@${host}/site?sslmode=require&sslmode=${mode}`;
      expect(() => read(url)).toThrow(
        `The sslmode of DATABASE_URL must be disable, prefer, require, verify-ca, verify-full, not '${mode}'.`,
      );
    }
  });

  const host = 'postgresql://db.exemple.fr/site';

  test.each([
    [host, host],
    [`${host}?sslmode=require`, `${host}?sslmode=require&uselibpqcompat=true`],
    [`${host}?sslmode=verify-full`, `${host}?sslmode=verify-full&uselibpqcompat=true`],
    [
      `${host}?sslmode=verify-full&sslrootcert=ca.pem`,
      `${host}?sslmode=verify-full&sslrootcert=ca.pem&uselibpqcompat=true`,
    ],
    [`${host}?sslmode=verify-full&sslrootcert=system`, `${host}?sslmode=verify-full&uselibpqcompat=true`],
    // libpq refuses weaker modes with it.
    [`${host}?sslrootcert=system`, `${host}?sslmode=verify-full&uselibpqcompat=true`],
    [`${host}?sslmode=require&sslrootcert=system`, `${host}?sslmode=verify-full&uselibpqcompat=true`],
  ])('the driver reads %s as %s', (given, expected) => {
    expect(driverUrl(given)).toBe(expected);
  });
});

test.each([
  [{ BACKEND_PORT: 'eighty' }, /^BACKEND_PORT must be a whole number from 0 to 65535, not 'eighty'\.$/],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be a whole number from 0 to 10, not 'yes'\.$/],
  [{ DATABASE_URL: 'localhost' }, /^DATABASE_URL must look like /],
  [
    { DATABASE_URL: 'postgresql://127.0.0.1:1/site', SITE_JWT_SECRET: 'x'.repeat(31) },
    /^SITE_JWT_SECRET must have at least 32 random characters: 'openssl rand -base64 48' makes one\.$/,
  ],
  [{ SMTP_URL: 'smtp://me:100%secret@smtp.exemple.fr' }, /^SMTP_URL must look like smtps:(?!.*secret)/],
  [{ OWNER_EMAIL: 'nobody' }, /^OWNER_EMAIL must be one address, /],
  [{ VISITOR_MAILS: 'oui' }, /^VISITOR_MAILS must be true or false, not 'oui'\.$/],
  [{ SMTP_TIMEOUT: '120' }, /^SMTP_TIMEOUT must be a whole number of seconds from 1 to 90, not '120'\.$/],
] as [Record<string, string>, RegExp][])('the setting %j is refused in words, without secrets', (set, sentence) => {
  const env = { OWNER_EMAIL: 'contact@exemple.fr', ...set };
  const read = () => [readOptions(env), readMailOptions(env)];
  expect(read).toThrow(sentence);
  expect(read).toThrow(UserError);
});
