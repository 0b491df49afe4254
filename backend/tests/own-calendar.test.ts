import type { LookupAddress, lookup } from 'node:dns';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type FetchOptions, fetchCalendar } from '@site/supabase/functions/_shared/own-calendar/fetch-calendar';
import { isPublicAddress } from '@site/supabase/functions/_shared/public-request';
import { computeBusyDays } from '../src/worker/compute-busy-days';
import { makeCertificate } from './support/mail-server';
import { calendarOf } from './support/rows';

const SPAN = { first: '2027-01-01', last: '2028-12-31' };
const CALENDAR = calendarOf([['DTSTART;VALUE=DATE:20270302']]);
const ADDRESS = 'https://agenda.exemple.fr/prive-0a1b/basic.ics';
const never = new AbortController().signal;

let certificate: ReturnType<typeof makeCertificate>;
let server: Server;
let answer: RequestListener;
let asked: string[];
const port = () => (server.address() as AddressInfo).port;

beforeAll(async () => {
  certificate = makeCertificate('*.exemple.fr');
  server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close().closeAllConnections();
});
beforeEach(() => {
  asked = [];
});

/** A name server: names that are not in it are on this machine. */
const resolving = (names: Readonly<Record<string, readonly string[]>> = {}) =>
  ((host: string, _: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      (names[host] ?? ['127.0.0.1']).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

/** A busy machine may need longer than a site allows. */
const AMPLE_MS = 60_000;

/** Reads from the server of this test as if this machine were the public internet. */
const read = (options: FetchOptions = {}, address = ADDRESS) => {
  const here = {
    ca: certificate.cert,
    port: port(),
    resolve: resolving(),
    isAllowed: (one: string) => one === '127.0.0.1',
    timeoutMs: AMPLE_MS,
  };
  return fetchCalendar(address, never, { ...here, ...options }).catch((error: { failure?: string }) => error.failure);
};
const send =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
  (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, headers).end(body);

test('a calendar is read from its https address, also where the address leads elsewhere', async () => {
  answer = (request, response) =>
    request.url === '/prive-0a1b/basic.ics'
      ? send(302, { location: 'https://autre.exemple.fr/b' })(request, response)
      : send(200, { 'content-type': 'text/plain' }, `\ufeff${CALENDAR}`)(request, response);
  expect(await read()).toBe(CALENDAR);
  expect(asked).toEqual(['agenda.exemple.fr/prive-0a1b/basic.ics', 'autre.exemple.fr/b']);
});

test.each<[string, Buffer]>([['text before it', Buffer.from(`Agenda de Camille\r\n\r\n${CALENDAR}`)]])(
  'a calendar with %s is read',
  async (_, body) => {
    answer = (_, response) => response.end(body);
    expect(await read()).toBe(CALENDAR);
  },
);

test.each([
  ['this machine', ['127.0.0.1']],
  ['a private address beside a public one', ['93.184.215.14', '192.168.0.1']],
])('a name that leads to %s is not read', async (_, addresses) => {
  answer = send(200, {}, CALENDAR);
  expect(await read({ isAllowed: isPublicAddress, resolve: resolving({ 'agenda.exemple.fr': addresses }) })).toBe(
    'forbidden',
  );
  expect(asked).toEqual([]);
});

test.each([
  'https://interne.exemple.fr/',
  'https://10.0.0.1/',
  'http://agenda.exemple.fr/',
  'https://agenda.exemple.fr:8443/',
  'https://moi:secret@agenda.exemple.fr/',
])('a redirect to %s is not followed', async (location) => {
  answer = send(301, { location });
  expect(await read({ resolve: resolving({ 'interne.exemple.fr': ['10.0.0.1'] }) })).toBe('forbidden');
  expect(asked).toHaveLength(1);
});

test('the address that was checked is called, although the name server answers otherwise the next time', async () => {
  answer = send(200, {}, CALENDAR);
  let count = 0;
  const resolve = ((host: string, options: object, callback: never) => {
    count += 1;
    return resolving(count === 1 ? {} : { [host]: ['10.0.0.1'] })(host, options, callback);
  }) as unknown as typeof lookup;
  expect(await read({ resolve })).toBe(CALENDAR);
  expect(count).toBe(1);
});

const endless = (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(256 * 1024, 'a')));
  };
  response.on('drain', more);
  more();
};

test.each<[string, string, RequestListener]>([
  ['leads to itself', 'moved', send(302, { location: ADDRESS })],
  ['wants a password', 'refused', send(401)],
  ['fails', 'error', send(500)],
  ['leads nowhere', 'error', send(302)],
  ['is a page', 'no-calendar', send(200, { 'content-type': 'text/calendar' }, '<!doctype html>BEGIN:VCALENDAR')],
  ['is compressed', 'no-calendar', send(200, { 'content-encoding': 'gzip' }, '\x1f\x8b')],
  ['has no end', 'too-large', endless],
  ['has huge headers', 'away', send(200, { x: 'a'.repeat(20_000) }, CALENDAR)],
  [
    'breaks off',
    'away',
    (_, response) => response.writeHead(200, { 'content-length': '9999' }).write(CALENDAR, () => response.destroy()),
  ],
])('an address that %s: %s', async (_, failure, how) => {
  answer = how;
  expect(await read()).toBe(failure);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test('an answer that is not whole in time is left', async () => {
  answer = (_, response) => response.writeHead(200).write('BEGIN:VCALENDAR\r\n');
  expect(await read({ timeoutMs: 300 })).toBe('slow');
});

test('a certificate that nobody has signed, a closed port and an unknown name are failures without the address', async () => {
  answer = send(200, {}, CALENDAR);
  const unknown = ((_: string, __: object, callback: (error: Error) => void) =>
    callback(new Error('ENOTFOUND agenda.exemple.fr'))) as unknown as typeof lookup;
  const here = { port: port(), resolve: resolving(), isAllowed: () => true };
  for (const options of [here, { ...here, ca: certificate.cert, port: 1 }, { ...here, resolve: unknown }]) {
    const error = await fetchCalendar(ADDRESS, never, options).catch((error: Error) => error);
    expect(error).toMatchObject({ failure: 'away' });
    expect(String((error as Error).stack) + JSON.stringify(error)).not.toContain('exemple.fr');
  }
  expect(asked).toEqual([]);
});

const ample = { ending: never, timeoutMs: AMPLE_MS };

test('the days are computed in a process that ends when a calendar keeps it busy', async () => {
  expect(await computeBusyDays(CALENDAR, SPAN, ample)).toEqual({ days: ['2027-03-02'], unread: [] });
  await expect(computeBusyDays('BEGIN:VCALENDAR\r\n', SPAN, ample)).rejects.toMatchObject({ failure: 'unreadable' });
  await expect(computeBusyDays(CALENDAR, SPAN, { ending: never, timeoutMs: 1 })).rejects.toMatchObject({
    failure: 'too-complex',
  });
});
