// Run by backend/tests/owner-space.test.ts.
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { until } from '../support/cases';
import { bearer, ownerCalls, ownerSession, storeMessage } from '../support/owner';
import { datesOf, parisDay, reserve } from '../support/rows';
import { visitor } from '../support/visitor';

interface State {
  readonly publicKey: string | null;
  readonly devices: number;
  readonly isOn: boolean;
}

const subscription = (endpoint = `https://push.exemple.fr/${randomUUID()}`) => ({
  endpoint,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

export function describePush(backend: () => TestBackend): void {
  const withKey = async () => {
    const owner = ownerCalls(backend);
    const read = (name: string, args?: object) => owner.read<State>(name, args);
    // The worker offers the site's key at its first poll.
    await until(async () => (await read('push')).publicKey);
    return { ...owner, read };
  };
  const queued = async (ref: string) => {
    const rows = await backend().owner.query<{ kind: string; email: string }>(
      `select p.kind, o.email from private.pushes p join private.owner_sessions s on s.id = p.session_id
         join private.owners o on o.id = s.owner_id where p.ref = $1`,
      [ref],
    );
    return rows.map(({ kind, email }) => [kind, email]);
  };
  afterEach(() => backend().owner.query('delete from private.push_subscriptions'));

  test('a session can have its browser notified, and no longer', async () => {
    const { read } = await withKey();
    expect(await read('push')).toEqual({ publicKey: expect.stringMatching(/^[\w-]{87}$/), devices: 0, isOn: false });
    expect(await read('add_push', subscription())).toMatchObject({ devices: 1, isOn: true });
    expect(await read('add_push', subscription())).toMatchObject({ devices: 1, isOn: true });
    expect(await read('remove_push')).toMatchObject({ devices: 0, isOn: false });
  });

  test.each([
    ['an address without encryption', { endpoint: 'http://push.exemple.fr/a' }],
    ['this machine', { endpoint: 'https://127.0.0.1/a' }],
    ['a network of its own', { endpoint: 'https://[fd00::1]/a' }],
    ['another port', { endpoint: 'https://push.exemple.fr:5432/a' }],
    ['a name with a password', { endpoint: 'https://a:b@push.exemple.fr/a' }],
    ['an endless address', { endpoint: `https://push.exemple.fr/${'a'.repeat(1000)}` }],
    ['a key that is none', { p256dh: 'a' }],
    ['no key', { p256dh: null }],
  ])('refuses %s', async (_, wrong) => {
    const owner = await withKey();
    const { status, body } = await owner.call('add_push', { ...subscription(), ...wrong });
    // A constraint's own message would mean that the database has logged the row.
    expect([status, body]).toMatchObject([400, { message: 'This is not the subscription of a browser' }]);
    expect(await owner.read('push')).toMatchObject({ devices: 0 });
  });

  test('the browser is one device in the next session too, and the end of the session ends it', async () => {
    const first = await ownerSession(backend());
    const second = await ownerSession(backend(), first.email);
    const as = ({ accessToken }: typeof first, name: string, args = {}) =>
      visitor(backend()).post(`rpc/owner_${name}`, args, bearer(accessToken));
    await withKey();
    const same = subscription();
    await as(first, 'add_push', same);
    expect((await as(second, 'add_push', same)).body).toMatchObject({ devices: 1, isOn: true });
    expect((await as(first, 'push')).body).toMatchObject({ devices: 1, isOn: false });
    await as(second, 'end_session', { id: second.sessionId });
    expect((await as(first, 'push')).body).toMatchObject({ devices: 0 });
  });

  test('a notification waits as long as the mail of its request', async () => {
    const { read } = await withKey();
    await read('add_push', subscription());
    const id = await reserve(visitor(backend()));
    const isTogether = async () => {
      const [row] = await backend().owner.query<{ together: boolean; waits: boolean }>(
        `select p.not_before = o.not_before as together, p.not_before > now() as waits
           from private.pushes p join private.outbox o using (ref, kind) where p.ref = $1`,
        [id],
      );
      return row;
    };
    expect(await isTogether()).toEqual({ together: true, waits: true });
    await visitor(backend()).post('reservation_dates', datesOf(id, parisDay(40)));
    expect(await isTogether()).toEqual({ together: true, waits: false });
  });

  test('each new request notifies each device, except one that is probably unwanted', async () => {
    const { read, email } = await withKey();
    await read('add_push', subscription());
    const reservation = await reserve(visitor(backend()));
    expect(await queued(reservation)).toEqual([['reservation', await email()]]);
    // What the owner's own connection stores is no visitor's.
    expect(await queued(await storeMessage(backend()))).toEqual([]);
    await backend().owner.query("insert into private.outbox (kind, ref, digest_id) values ('contact', $1, 1)", [
      reservation,
    ]);
    expect(await queued(reservation)).toHaveLength(1);
  });
}
