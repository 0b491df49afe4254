// Run by backend/tests/backend.test.ts.
import { randomUUID } from 'node:crypto';
import { readEngineFile } from '../../src/data-folder/data-folder';
import { CALLS, TABLES } from '../../src/database/calls';
import { type DatabasePool, openPool } from '../../src/database/pool';
import type { TestBackend } from '../support/backend';
import { until } from '../support/cases';
import { OF_VISITORS, privilegesOf } from '../support/catalogue';
import { rawBytes } from '../support/raw-call';
import { contact, reservation } from '../support/rows';
import { attemptHeader, visitor } from '../support/visitor';

export function describeCalls(backend: () => TestBackend): void {
  const stored = (table: string, attempt: string) =>
    backend().owner.query(`select * from public.${table} where attempt = $1`, [attempt]);

  test('a repeated contact attempt is answered as stored, without an id, and stays one row', async () => {
    const attempt = randomUUID();
    const { post } = visitor(backend());
    expect(await post('contacts', contact, attemptHeader(attempt))).toMatchObject({ status: 201 });
    expect(await post('contacts', contact, attemptHeader(attempt.toUpperCase()))).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_STORED', details: null },
    });
    expect(await stored('contacts', attempt)).toHaveLength(1);
  });

  test('parallel repeats of one attempt store one row, and all are answered with its id', async () => {
    const attempt = randomUUID();
    const headers = { prefer: 'return=representation', ...attemptHeader(attempt) };
    const { post } = visitor(backend());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('reservations?select=id', reservation, headers)),
    );
    const [row, ...others] = (await stored('reservations', attempt)) as { id: string }[];
    expect(others).toEqual([]);
    const [first, ...repeats] = answers.sort((one, other) => one.status - other.status);
    expect(first).toMatchObject({ status: 201, body: [{ id: row?.id }] });
    for (const repeat of repeats) {
      expect(repeat).toMatchObject({ status: 409, body: { code: 'ALREADY_STORED', details: row?.id } });
    }
  });

  test('several submissions in one request are refused, and none is stored', async () => {
    const email = `${randomUUID()}@exemple.fr`;
    const row = { ...contact, email };
    expect(await visitor(backend()).post('contacts', [row, row])).toMatchObject({
      status: 400,
      body: { code: 'ONE_PER_REQUEST' },
    });
    expect(await backend().owner.query('select from public.contacts where email = $1', [email])).toEqual([]);
  });

  test('a refused attempt may be repeated', async () => {
    const header = attemptHeader();
    const { post } = visitor(backend());
    expect(await post('contacts', { ...contact, nom: '' }, header)).toMatchObject({ status: 400 });
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
  });

  test('a malformed attempt is ignored', async () => {
    const header = { 'x-client-info': 'site-web/1.0.0 attempt=12345' };
    const { post } = visitor(backend());
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
    expect(await post('contacts', contact, header)).toMatchObject({ status: 201 });
  });
}

/** Compares the gateway's table of calls, and the rights of its roles, with the database's catalog. */
export function describeAllowedCalls(backend: () => TestBackend): void {
  test('the table of calls lists the columns that visitors may set, with their types', async () => {
    const tables = await backend().owner.query(
      `select c.relname as path, json_object_agg(a.attname, format_type(a.atttypid, null)) as accepts
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and has_column_privilege('anon', c.oid, a.attnum, 'insert')
       group by c.relname order by c.relname`,
    );
    expect(tables).toEqual([...TABLES].sort().map((path) => ({ path, accepts: CALLS.get(path)?.accepts })));
  });

  test('visitors have no right but those of their calls, and owners only execute functions', async () => {
    expect(await privilegesOf(backend().owner, 'anon')).toEqual(OF_VISITORS);
    const ofOwners = await privilegesOf(backend().owner, 'authenticated');
    expect(ofOwners.filter((line) => !/^execute (owner_\w+|closed_days)\(/.test(line))).toEqual([]);
    const ofService = await privilegesOf(backend().owner, 'service_role');
    expect(ofService.filter((line) => / private\./.test(line) && !line.startsWith('execute '))).toEqual([]);
  });

  test('the table of calls lists the functions of visitors and of owners, with their arguments', async () => {
    const functions = await backend().owner.query<{ path: string; role: string; accepts: object | null }>(
      `select 'rpc/' || p.proname as path,
         case when has_function_privilege('anon', p.oid, 'execute') then 'anon' else 'authenticated' end as role,
         (select json_object_agg(name,
            format_type(type, null) || case when at > pronargs - pronargdefaults then '?' else '' end)
          from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as argument (name, type, at)) as accepts
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))`,
    );
    const offered = [...CALLS].flatMap(([path, { role, accepts }]) =>
      TABLES.includes(path) ? [] : [{ path, role, accepts }],
    );
    const ordered = (all: readonly { path: string }[]) => [...all].sort((a, b) => a.path.localeCompare(b.path));
    expect(ordered(offered)).toEqual(ordered(functions.map((one) => ({ ...one, accepts: one.accepts ?? {} }))));
  });

  test('the health route notices that a form cannot store, and that it can again', async () => {
    const health = async () => (await fetch(`${backend().url}/health`)).status;
    await until(async () => (await health()) === 200);
    await backend().owner.query('revoke insert (phone) on public.reservations from anon');
    await until(async () => (await health()) === 503).finally(() =>
      backend().owner.query('grant insert (phone) on public.reservations to anon'),
    );
    await until(async () => (await health()) === 200);
  });
}

const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
const isAnswered = (text: string) => text.includes('\r\n\r\n');
const body = JSON.stringify(contact);

/** Malformed requests, written byte by byte. */
export function describeGatewayTransport(backend: () => TestBackend): void {
  const head = (lines: readonly string[], first = 'POST /rest/v1/contacts HTTP/1.1') =>
    [first, 'Host: site.example', `apikey: ${backend().anonKey}`, ...lines, '', ''].join('\r\n');
  const json = 'Content-Type: application/json';
  const length = `Content-Length: ${body.length}`;
  const send = async (bytes: string) => statusOf(await rawBytes(backend().url, bytes, isAnswered));

  test('a chunked body that is too long is answered with 413 while it is still arriving', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const answer = await rawBytes(
      backend().url,
      head([json, 'Transfer-Encoding: chunked']) + chunk.repeat(2),
      isAnswered,
    );
    expect(statusOf(answer)).toBe(413);
    expect(answer).toContain('BODY_TOO_LARGE');
  });

  test.each([
    ['two content types', 415, [json, 'Content-Type: text/plain', `Content-Length: ${body.length}`], body],
    ['two origins', 403, [json, 'Origin: http://site.example', 'Origin: http://a.example', 'Content-Length: 2'], '{}'],
  ])('%s is answered %i', async (_name, status, lines, sent) => {
    expect(await send(head(lines) + sent)).toBe(status);
  });

  test('a body whose sender disconnects halfway stores nothing', async () => {
    const count = () => backend().owner.query<{ count: string }>('select count(*) from public.contacts');
    const before = await count();
    await rawBytes(backend().url, `${head([json, length, 'Expect: 100-continue'])}{"prenom":`, isAnswered);
    expect(await send(head([json, length]) + body)).toBe(201);
    expect(Number((await count())[0]?.count)).toBe(Number(before[0]?.count) + 1);
  });
}

/** The pool that the gateway's calls and signing in share. */
export function describePool(backend: () => TestBackend): void {
  let pool: DatabasePool;
  beforeAll(() => {
    const connection = readEngineFile(backend().dataDir)?.connection;
    pool = openPool(connection ?? { connectionString: '' });
  });
  afterAll(() => pool.close());

  const become = { text: "select set_config('role', 'anon', true), set_config('request.headers', 'x', true)" };
  const state = `select current_setting('role') as role, current_setting('request.headers', true) as headers`;

  test.each([true, false])('a transaction (kept: %s) leaves no role, no setting on the connection', async (commit) => {
    expect(await pool.transaction([become, { text: state }], { commit })).toEqual([
      [{ set_config: 'x' }],
      [{ role: 'anon', headers: 'x' }],
    ]);
    for (const { role, headers } of await pool.query<{ role: string; headers: string }>(state)) {
      expect([role, headers || null]).toEqual(['none', null]);
    }
  });

  test('a transaction reports its first error, keeps nothing and leaves the connection usable', async () => {
    const write = { text: "insert into private.owners (email, name) values ('pool@exemple.fr', 'a')" };
    await expect(pool.transaction([write, { text: 'select 1/0' }, { text: 'select 1' }])).rejects.toMatchObject({
      code: '22012',
    });
    await expect(pool.transaction([{ text: 'select 1/0' }, write])).rejects.toMatchObject({ code: '22012' });
    await pool.transaction([write], { commit: false });
    expect(await pool.query("select from private.owners where email = 'pool@exemple.fr'")).toEqual([]);
  });

  test('a connection that is lost in a transaction fails it, and the next one is served', async () => {
    const end = { text: 'select pg_terminate_backend(pg_backend_pid())' };
    await expect(pool.transaction([end, { text: 'select 1' }])).rejects.toThrow();
    expect(await pool.transaction<{ one: number }>([{ text: 'select 1 as one' }])).toEqual([[{ one: 1 }]]);
  });
}
