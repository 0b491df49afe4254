import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describeDrain, describeDrainFailures } from './suites/drain';
import { startBackend } from './support/backend';
import { describeWhere } from './support/cases';
import { findDeno, runInDeno, startDenoFunction } from './support/deno';
import { calledSite, type DrainSite, mailEnv, SECRET } from './support/drain-sites';
import { makeCertificate, startMailServer } from './support/mail-server';
import { FAST, startCluster } from './support/postgres-cluster';
import { calendarOf, contact } from './support/rows';
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
    const edge = await startDenoFunction(deno, 'notify-owner', {
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

describeWhere(deno !== null, 'Deno is not installed')('notifications and the own calendar, in Deno', () => {
  test('a calendar is read and a browser notified at the address that was checked', async () => {
    const certificate = makeCertificate('*.exemple.fr');
    const asked: string[] = [];
    const server = createServer(certificate, (request, response) => {
      asked.push(`${request.method} ${request.headers.host?.split(':')[0]}`);
      response.writeHead(request.method === 'GET' ? 200 : 201).end(calendarOf([['DTSTART;VALUE=DATE:20270302']]));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = createECDH('prime256v1').generateKeys('base64url');
    const keys = { p256dh: browser, auth: randomBytes(16).toString('base64url') };
    const given = {
      ca: certificate.cert,
      port: (server.address() as AddressInfo).port,
      question: { first: '2027-01-01', last: '2028-12-31' },
      push: { id: '1', kind: 'contact', ref: '', endpoint: 'https://push.exemple.fr/a', ...keys },
    };
    const printed = await runInDeno(deno ?? '', 'read-and-notify.ts', { GIVEN: JSON.stringify(given) });
    server.close().closeAllConnections();
    expect(JSON.parse(printed)).toEqual({
      reading: { days: ['2027-03-02'], unread: [] },
      refused: 'forbidden',
      ends: 1,
      outcome: 'sent',
    });
    expect(asked).toEqual(['GET agenda.exemple.fr', 'POST push.exemple.fr']);
  });
});
