import { UserError } from '@site/terminal/user-error';
import { readOptions } from '../src/options';
import { readMailOptions } from '../src/worker/options';

test.each([
  [{ BACKEND_PORT: 'eighty' }, /^BACKEND_PORT must be a whole number from 0 to 65535, not 'eighty'\.$/],
  [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be a whole number from 0 to 10, not 'yes'\.$/],
  [{ DATABASE_URL: 'localhost' }, /^DATABASE_URL must look like /],
  [
    { DATABASE_URL: 'postgresql://127.0.0.1:1/site', SITE_JWT_SECRET: 'x'.repeat(31) },
    /^SITE_JWT_SECRET must have at least 32 random characters: 'openssl rand -base64 48' makes one\.$/,
  ],
  [{ SMTP_URL: 'smtp://me:100%secret@smtp.exemple.fr' }, /^SMTP_URL must look like smtps:(?!.*secret)/],
  [{ MAIL_FROM: 'Le site' }, /^MAIL_FROM must look like /],
  [{ OWNER_EMAIL: 'nobody' }, /^OWNER_EMAIL must be one address, /],
  [{ VISITOR_MAILS: 'oui' }, /^VISITOR_MAILS must be true or false, not 'oui'\.$/],
  [{ SMTP_TIMEOUT: '120' }, /^SMTP_TIMEOUT must be a whole number of seconds from 1 to 90, not '120'\.$/],
] as [Record<string, string>, RegExp][])(
  'the setting %j is refused with a sentence, without secrets',
  (set, sentence) => {
    const env = { OWNER_EMAIL: 'contact@exemple.fr', ...set };
    const read = () => [readOptions(env), readMailOptions(env)];
    expect(read).toThrow(sentence);
    expect(read).toThrow(UserError);
  },
);
