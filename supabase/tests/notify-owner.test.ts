import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addressOf } from '../functions/_shared/database.ts';
import { readSiteFacts } from '../functions/_shared/settings.ts';
import { notifyOwner } from '../functions/notify-owner/handler.ts';
import { facts } from './mail/support/rows';

describe('the function notify-owner', () => {
  const FUNCTIONS = join(__dirname, '../functions');
  const SECRET = 'a long secret';
  const env = {
    NOTIFY_OWNER_SECRET: SECRET,
    SUPABASE_DB_URL: 'postgresql://me:hidden@127.0.0.1:1/site',
    OWNER_EMAIL: 'contact@exemple.fr',
    SMTP_URL: 'smtps://me:hidden@localhost:1',
  };

  let log: jest.SpyInstance;
  beforeEach(() => {
    log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => log.mockRestore());

  const call = (headers: Record<string, string>, change: Record<string, string | undefined> = {}, method = 'POST') =>
    notifyOwner(new Request('http://localhost/', { method, headers }), { ...env, ...change });

  test.each([
    ['no secret', {}, {}],
    ['another secret', { 'x-notify-secret': 'a long secreT' }, {}],
    ['the beginning of the secret', { 'x-notify-secret': 'a long' }, {}],
    ['no secret where none is set', {}, { NOTIFY_OWNER_SECRET: undefined }],
    ['an empty secret where none is set', { 'x-notify-secret': '' }, { NOTIFY_OWNER_SECRET: '' }],
  ])('reveals nothing to a caller with %s', async (_, headers: Record<string, string>, change) => {
    // A caller who got in would be told about this wrong setting.
    const answer = await call(headers, { SMTP_URL: 'wrong', ...change });
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 401, text: '' });
    expect(log).not.toHaveBeenCalled();
  });

  test('accepts only POST', async () => {
    const answer = await call({ 'x-notify-secret': SECRET }, {}, 'GET');
    expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });

  test.each([
    [{ SMTP_URL: undefined }, /^Set the secret SMTP_URL/],
    [{ OWNER_EMAIL: undefined }, /^Set the secret OWNER_EMAIL/],
    [{ SMTP_URL: 'smtp://me:hidden@smtp.exemple.fr' }, /^Edge Functions cannot reach port 587: .*465/],
    [{ SMTP_URL: 'smtp://me:hidden@smtp.exemple.fr:25' }, /^Edge Functions cannot reach port 25: .*465/],
    [{}, /^The outbox cannot be reached \(ECONNREFUSED: connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/],
  ])('answers with one sentence that names the error: %j', async (change, sentence) => {
    const answer = await call({ 'x-notify-secret': SECRET }, change);
    const { error } = (await answer.json()) as { error: string };
    expect(answer.status).toBe(500);
    expect(error).toMatch(sentence);
    expect(error).not.toContain('hidden');
    expect(log.mock.calls).toEqual([[error]]);
  });

  test('connects to a hosted database over TLS and verifies its certificate, whatever the address says', () => {
    const hosted = 'postgresql://postgres:x@db.abc.supabase.co:5432/postgres';
    expect(addressOf(hosted, undefined)).toEqual({ connectionString: hosted, ssl: true });
    expect(addressOf(`${hosted}?sslmode=disable`, undefined)).toEqual({ connectionString: hosted, ssl: true });
    expect(addressOf(hosted, 'PEM')).toEqual({ connectionString: hosted, ssl: { ca: 'PEM' } });
    const local = 'postgresql://postgres@db:5432/postgres';
    expect(addressOf(local, undefined)).toEqual({ connectionString: local });
  });

  test('has an import map that lists every imported package, at the versions of the workspace', () => {
    const { imports } = JSON.parse(readFileSync(join(FUNCTIONS, 'deno.json'), 'utf8')) as {
      imports: Record<string, string>;
    };
    const catalog = readFileSync(join(__dirname, '../../pnpm-workspace.yaml'), 'utf8');
    const versionOf = (name: string) => new RegExp(`^  "?${name}"?: (\\S+)$`, 'm').exec(catalog)?.[1];
    const sources = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const named = sources.flatMap((file) =>
      [...readFileSync(join(FUNCTIONS, file), 'utf8').matchAll(/ from '((?!node:)[^.'][^']*)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    const names = [...new Set(named)].sort();
    expect(names).toContain('pg');
    const placeOf = (name: string) =>
      name.startsWith('@site/contract/')
        ? `../../${name.replace('@site/contract', 'contract/src')}.ts`
        : `npm:${name}@${versionOf(name)}`;
    expect(imports).toEqual(Object.fromEntries(names.map((name) => [name, placeOf(name)])));
    // Deno finds no import without a file ending. The set grows while it is walked.
    const reached = new Set(Object.values(imports).filter((place) => place.startsWith('../')));
    for (const place of reached) {
      for (const [, name = ''] of readFileSync(join(FUNCTIONS, place), 'utf8').matchAll(/ from '([^']*)'/g)) {
        expect(name).toMatch(/^\.\/.+\.ts$/);
        reached.add(join(dirname(place), name));
      }
    }
  });
});

describe('site facts', () => {
  test('the facts of the site are read as JSON, and may all be missing', () => {
    expect(readSiteFacts(JSON.stringify(facts))).toEqual(facts);
    expect(readSiteFacts('{}')).toEqual({});
    expect(readSiteFacts(undefined)).toEqual({});
  });

  test.each([
    'de 9 h à 17 h',
    'null',
    '{"phone":6}',
    '{"colour":"red"}',
    '{"hours":{"from":"9h","to":"17:30"}}',
    '{"hours":{"from":"17:30","to":"09:00"}}',
    '{"videoLink":"javascript:alert(1)"}',
    '{"prices":{"standard":"199 €","funded":"320 €"}}',
    '{"prices":{"standard":199,"funded":320,"vat":20}}',
    '{"prices":{"standard":199,"funded":320,"agreedTexts":{"title":20}}}',
  ])('%s is refused', (given) => {
    expect(() => readSiteFacts(given)).toThrow(/^SITE_FACTS must be JSON such as /);
  });
});
