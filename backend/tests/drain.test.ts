import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { notifyOwner } from '@site/supabase/functions/notify-owner/handler';
import { describeDrain, describeDrainFailures } from './suites/drain';
import { startBackend } from './support/backend';
import { type DrainSite, mailEnv, SECRET, startWithHandler } from './support/drain-sites';

// Sends as the worker of the backend's process does (mail-worker), but when a test says so.
let running: DrainSite;
const site = () => running;
beforeAll(async () => {
  running = await startWithHandler(startBackend);
});
afterAll(() => running?.stop());

test('prices and mails to visitors are those of the pages, unless these have none or do not answer', async () => {
  let [status, body] = [200, '{"prices":{"standard":210,"funded":330},"visitorMails":true}'];
  const pages = createServer((request, response) => {
    response.writeHead(request.url === '/facts.json' ? status : 404).end(body);
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const stored = async () => {
    const request = new Request('http://localhost/', { method: 'POST', headers: { 'x-notify-secret': SECRET } });
    const { server, backend } = site();
    const answer = await notifyOwner(request, {
      ...mailEnv(server),
      NOTIFY_OWNER_SECRET: SECRET,
      SUPABASE_DB_URL: backend.env.DATABASE_URL,
      SITE_ORIGIN: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
      SITE_FACTS: '{"prices":{"standard":100,"funded":200}}',
    });
    const [last] = await backend.owner.query<{ cents: number; mails: boolean }>(
      `select standard_cents as cents, visitor_mails as mails from private.price_lists, private.settings
         order by since desc limit 1`,
    );
    return [answer.status, last?.cents, last?.mails];
  };
  expect(await stored()).toEqual([200, 21_000, true]);
  [status, body] = [200, '<!doctype html>'];
  expect(await stored()).toEqual([200, 21_000, true]);
  [status, body] = [503, ''];
  expect(await stored()).toEqual([200, 21_000, true]);
  // An earlier version answers so.
  [status, body] = [404, ''];
  expect(await stored()).toEqual([200, 10_000, true]);
  pages.close();
  await site().backend.owner.query('update private.settings set visitor_mails = false');
});

describe('mails', () => describeDrain(site));
describe('mails that cannot be sent', () => describeDrainFailures(site));
