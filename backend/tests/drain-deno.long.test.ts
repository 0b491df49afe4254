import { describeDrain, describeDrainFailures } from './suites/drain';
import { startBackend } from './support/backend';
import { describeWhere } from './support/cases';
import { findDeno, startDenoFunction } from './support/deno';
import { calledSite, type DrainSite, mailEnv, SECRET } from './support/drain-sites';
import { makeCertificate, startMailServer } from './support/mail-server';
import { FAST, startCluster } from './support/postgres-cluster';
import { contact } from './support/rows';
import { visitor } from './support/visitor';

const deno = findDeno();

describeWhere(deno !== null, 'Deno is not installed')('the unmodified function in Deno, over TLS', () => {
  let running: DrainSite;
  const site = () => running;
  beforeAll(async () => {
    if (!deno) return;
    const certificate = makeCertificate();
    const server = await startMailServer(certificate);
    const postgres = await startCluster({ certificate, settings: FAST });
    const backend = await startBackend({ DATABASE_URL: await postgres.createDatabase('site') });
    const edge = await startDenoFunction(deno, {
      ...mailEnv(server),
      NOTIFY_OWNER_SECRET: SECRET,
      SUPABASE_DB_URL: backend.env.DATABASE_URL ?? '',
      DATABASE_CA: certificate.cert,
      DENO_CERT: certificate.file,
    });
    const called = calledSite(backend, server, (request) => fetch(edge.url, request));
    running = { ...called, stop: () => edge.stop().then(called.stop).then(postgres.remove) };
  });
  afterAll(() => running?.stop());

  test('the connection to the database uses TLS', async () => {
    const { server, backend, pump } = site();
    let isOverTls: unknown;
    server.behave({
      before: async () => {
        const select = 'select ssl from pg_stat_ssl join pg_stat_activity using (pid) where query like $1 and ssl';
        isOverTls = await backend.owner.query(select, ['%claim_mail%']);
      },
    });
    await visitor(backend).post('contacts', contact);
    await pump();
    expect(isOverTls).toEqual([{ ssl: true }]);
  });

  describe('mails', () => describeDrain(site));
  describe('mails that cannot be sent', () => describeDrainFailures(site));
});
