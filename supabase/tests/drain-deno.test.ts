import { describeDrain } from './suites/drain';
import { describeDrainFailures } from './suites/drain-failures';
import { makeCertificate } from './support/certificate';
import { findDeno, startDenoFunction } from './support/deno';
import { calledSite, type DrainSite, mailEnv, SECRET } from './support/drain-sites';
import { engines } from './support/engines';
import { startMailServer } from './support/mail-server';

// The whole machine may be busy, and the first run downloads; a test that hangs still ends.
jest.setTimeout(180_000);

const deno = findDeno();
const start = engines.find(({ name }) => name === 'PostgreSQL')?.start ?? null;
// Not installed here: counted as skipped, never as passed.
const describeHere = deno && start ? describe : describe.skip;

describeHere('the function as it stands, in Deno, over TLS', () => {
  let running: DrainSite;
  const site = () => running;
  beforeAll(async () => {
    if (!deno || !start) return;
    const certificate = makeCertificate();
    const server = await startMailServer(certificate);
    const backend = await start();
    const edge = await startDenoFunction(deno, {
      ...mailEnv(server),
      NOTIFY_OWNER_SECRET: SECRET,
      SUPABASE_DB_URL: backend.env.DATABASE_URL ?? '',
      DENO_CERT: certificate.file,
    });
    const called = calledSite(backend, server, (request) => fetch(edge.url, request));
    running = { ...called, stop: () => edge.stop().then(called.stop) };
  });
  afterAll(() => running?.stop());

  describe('mails', () => describeDrain(site));
  describe('mails that do not go', () => describeDrainFailures(site));
});
