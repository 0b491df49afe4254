import type { Database } from '../src/database/postgres';
import { startBackend, type TestBackend } from './support/backend';
import { describeWhere } from './support/cases';
import { type PostgresCluster, startCluster } from './support/postgres-cluster';
import { findPostgrest, type Send, scenarios, startPostgrest } from './support/postgrest';
import { type RawAnswer, rawCall } from './support/raw-call';
import { requestWith } from './support/request-classes';

const postgrest = findPostgrest();

describeWhere(postgrest !== null, 'PostgREST is not installed')('the gateway and PostgREST on one database', () => {
  let cluster: PostgresCluster;
  let backend: TestBackend;
  let admin: Database;
  let rest: Awaited<ReturnType<typeof startPostgrest>>;

  beforeAll(async () => {
    if (!postgrest) return;
    cluster = await startCluster();
    const databaseUrl = await cluster.createDatabase('site');
    backend = await startBackend({ DATABASE_URL: databaseUrl });
    admin = await cluster.admin('site');
    await admin.script('create role authenticator noinherit login; grant anon, authenticated to authenticator');
    rest = await startPostgrest(postgrest, databaseUrl.replace('site_owner', 'authenticator'), backend.jwtSecret);
  });
  afterAll(async () => {
    await rest?.stop();
    await admin?.close();
    await backend?.stop();
    await cluster?.remove();
  });

  const toGateway: Send = (parts) => rawCall(backend.url, requestWith(parts, backend.anonKey));
  /** Does as Kong does: the public key becomes the token, unless the caller has one. */
  const toPostgrest: Send = (parts) => {
    const request = requestWith(parts, backend.anonKey);
    const headers = { authorization: `Bearer ${backend.anonKey}`, ...request.headers };
    return rawCall(rest.url, { ...request, headers, target: request.target.replace('/rest/v1', '') });
  };

  const empty = () =>
    admin.script(
      `truncate public.contacts, public.reservations, public.reservation_dates, public.incidents, private.outbox, private.submissions cascade;
         update private.opening_rule set version = 1, off = '{}'`,
    );
  const stored = async () => {
    const [row] = await admin.query<{ all: unknown }>(
      `select json_build_object(
           'contacts', (select json_agg(c) from public.contacts c), 'reservations', (select json_agg(r) from public.reservations r),
           'dates', (select json_agg(d order by date) from public.reservation_dates d), 'incidents', (select json_agg(i) from public.incidents i),
           'mails', (select json_agg(kind order by kind) from private.outbox)) as all`,
    );
    return comparable(row?.all);
  };

  test.each(Object.entries(scenarios))('%s: both answer alike, and store the same', async (_, play) => {
    const run = async (send: Send) => {
      await empty();
      const answers: unknown[] = [];
      await play(async (parts) => {
        const answer = await send(parts);
        answers.push(summary(answer));
        return answer;
      }, backend);
      return { answers, stored: await stored() };
    };
    const ours = await run(toGateway);
    expect(ours).toEqual(await run(toPostgrest));
  });
});

const HEADERS = ['content-type', 'retry-after', 'www-authenticate', 'preference-applied'];

function summary({ status, body, headers }: RawAnswer) {
  const isOfPostgrest = String(body?.code).startsWith('PGRST');
  return {
    status,
    // PostgREST's own errors have more details.
    body: isOfPostgrest ? body?.code : comparable(body),
    headers: HEADERS.flatMap((name) =>
      headers[name] === undefined ? [] : [`${name}: ${headers[name]}`.replace(/\d+$/, '<seconds>')],
    ),
  };
}

/** Leaves out what differs between two runs. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, '<moment>')
    .replaceAll(/"details":"\d+"/g, '"details":"<seconds>"')
    .replaceAll(/Failing row contains [^"]*/g, 'Failing row')
    .replaceAll(/"(made_in|id|reporter)":"?\d+"?/g, '"$1":"<number>"');
  return JSON.parse(text);
}
