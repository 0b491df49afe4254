// Run by backend/tests/owner-requests.test.ts.
import { createHash } from 'node:crypto';
import { answerAgenda } from '@site/supabase/functions/agenda/handler';
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { book, ownerCalls } from '../support/owner';
import { parisDay } from '../support/rows';
import { bookWithLink, type ManagedReservation, manage, visitorMailsOf } from '../support/visitor-mails';

interface FeedAddress {
  readonly path: string;
  readonly renewedAt: string;
}

export function describeCalendarFeed(backend: () => TestBackend): void {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(backend().url + path, init);
    const { date: _, ...headers } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, text: await answer.text() };
  };
  const withAddress = async () => {
    const owner = ownerCalls(backend);
    return { owner, ...(await owner.read<FeedAddress>('renew_feed')) };
  };

  test('an owner can read whether and when an address was made, but not the address', async () => {
    const owner = ownerCalls(backend);
    expect(await owner.read('feed')).toEqual({ renewedAt: null });
    const { path, renewedAt } = await owner.read<FeedAddress>('renew_feed');
    expect(path).toMatch(/^\/espace\/agenda\/[\w-]{43}\.ics$/);
    expect(await owner.read('feed')).toEqual({ renewedAt });
    expect(await ask(path)).toMatchObject({ status: 200, text: expect.stringMatching(/^BEGIN:VCALENDAR\r\n/) });
  });

  test('neither the address nor a part of it is stored', async () => {
    const { path } = await withAddress();
    const stored = await backend().owner.query<{ row: string }>('select f::text as row from private.owner_feeds f');
    const name = path.replace('/espace/agenda/', '').replace('.ics', '');
    const hex = Buffer.from(name).toString('hex');
    expect(stored.map(({ row }) => row).filter((row) => row.includes(name) || row.includes(hex))).toEqual([]);
    expect(stored.length).toBeGreaterThan(0);
  });

  test('the calendar contains the confirmed days with what the owner needs, and follows each change', async () => {
    const { owner, path } = await withAddress();
    const [first, second, third] = [parisDay(500), parisDay(501), parisDay(502)];
    const written = (day = '') => day.replaceAll('-', '');
    const id = await book(backend(), first, second);
    const daysIn = async () =>
      [
        ...(await ask(path)).text.replaceAll('\r\n ', '').matchAll(/^UID:(.{32})-(\S+).*?^DTSTART[^:]*:(\d{8})/gms),
      ].flatMap(([, of, seat, day]) =>
        // The UID of the visitor's calendar entries too.
        of === createHash('sha256').update(id).digest('hex').slice(0, 32) ? [[seat, day]] : [],
      );
    expect(await daysIn()).toEqual([]);
    const { version } = await owner.confirm(id, { dates: [first] });
    expect(await daysIn()).toEqual([[first, written(first)]]);
    const noted = await owner.read<OwnedRequest>('note', { id, version, note: 'Note à moi' });
    expect((await ask(path)).text.replaceAll('\r\n ', '')).toMatch(/E-mail\u00a0: \S+@.*Note\u00a0: Note à moi/);
    const args = { id, version: noted.version, from_day: first, to_day: third };
    const changed = await owner.read<OwnedRequest>('change_day', args);
    expect(await daysIn()).toEqual([[first, written(third)]]);
    expect((await ask(path)).text).toContain(`SEQUENCE:${changed.version}\r\n`);
    await owner.read('cancel', { id, version: changed.version });
    expect(await daysIn()).toEqual([]);
  });

  test('the calendar and the owner’s mail say that AGEFICE was asked for, and once another client pays that it is not', async () => {
    const { owner, path } = await withAddress();
    const { id } = await bookWithLink(backend(), [parisDay(503)], { is_agefice: true });
    await owner.confirm(id);
    const { query } = backend().owner;
    const told = async () => [
      (await ask(path)).text.replaceAll('\r\n ', '').match(/Financement\u00a0: [^\\\r]*/)?.[0],
      (await query("select private.reservation_detail($1) -> 'isFundingDropped' as dropped", [id]))[0],
    ];
    expect(await told()).toEqual(['Financement\u00a0: AGEFICE demandé', { dropped: false }]);
    await query("insert into private.day_files (ref, payer) values ($1, 'opco')", [id]);
    expect(await told()).toEqual(['Financement\u00a0: sans financement AGEFICE', { dropped: true }]);
    await query("update private.day_files set payer = 'agefice' where ref = $1", [id]);
    await query('update public.reservations set is_agefice = false where id = $1', [id]);
    expect(await told()).toEqual(['Financement\u00a0: AGEFICE demandé', { dropped: false }]);
  });

  test('the Edge Function of a hosted project answers as the site does', async () => {
    const { path } = await withAddress();
    const { SITE_ORIGIN, SITE_FACTS, DATABASE_URL } = backend().env;
    const env = { SITE_ORIGIN, SITE_FACTS, SUPABASE_DB_URL: DATABASE_URL };
    const askFunction = async (file: string, method = 'GET') => {
      const url = `https://projet.supabase.co/functions/v1/agenda/${file}`;
      const answer = await answerAgenda(new Request(url, { method }), env);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    };
    const file = path.split('/').at(-1) ?? '';
    for (const [of, here] of [
      [file, path],
      ['autre.ics', '/espace/agenda/autre.ics'],
    ] as const) {
      const { status, text, headers } = await ask(here);
      expect(await askFunction(of)).toMatchObject({ status, text });
      expect(headers).toMatchObject((await askFunction(of)).headers);
    }
    expect(await askFunction(file, 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await askFunction(file, 'POST')).toMatchObject({ status: 404 });
  });

  test('an address whose database does not answer is asked again later, and is in no log', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const env = { SUPABASE_DB_URL: 'postgresql://me:hidden@127.0.0.1:1/site' };
    const answer = await answerAgenda(new Request('https://projet.supabase.co/functions/v1/agenda/secret.ics'), env);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(log.mock.calls.flat().join()).toMatch(/^A calendar cannot be answered \(ECONNREFUSED/);
    log.mockRestore();
  });

  test('a new address ends the old one, of this owner only', async () => {
    const { owner, path } = await withAddress();
    const other = await withAddress();
    const { path: renewed } = await owner.read<FeedAddress>('renew_feed');
    expect((await ask(path)).status).toBe(404);
    expect((await ask(renewed)).status).toBe(200);
    expect((await ask(other.path)).status).toBe(200);
  });

  test('the address is no longer valid after its owner is removed', async () => {
    const { owner, path } = await withAddress();
    await backend().owner.query('delete from private.owners where email = $1', [await owner.email()]);
    expect((await ask(path)).status).toBe(404);
  });

  test('an old, wrong, malformed or over-long address and another method get the same answer', async () => {
    const { owner, path } = await withAddress();
    await owner.read('renew_feed');
    const old = await ask(path);
    expect(old).toMatchObject({
      status: 404,
      text: 'There is no such calendar.\n',
      headers: {
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
      },
    });
    const { path: live } = await owner.read<FeedAddress>('renew_feed');
    const wrong = [
      ...['', 'x.ics', '%00.ics', 'a/b/c.ics'].map((one) => `/espace/agenda/${one}`),
      ...[live.replace('.ics', ''), `${live}/`, live.replace('.ics', '%2eics'), `${live.slice(0, -5)}.ics`],
    ];
    for (const path of wrong) expect(await ask(path)).toEqual(old);
    expect(await ask(live, { method: 'POST', body: 'x' })).toEqual(old);
    expect((await ask(live)).headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    expect(await ask(live, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
}

const [first, second, third, fourth] = [parisDay(40), parisDay(41), parisDay(42), parisDay(43)];

/** The entries that mails bring into visitors' calendars: one a mail, under one UID for each day of a reservation. */
export function describeCalendarEntries(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, claimed, sent, settle, act } = mails;
  const confirmed = async (...days: string[]) => {
    const { id } = await bookWithLink(backend(), days);
    await settle();
    await act(id, 'confirm', { dates: null });
    return id;
  };
  // The page that sent the booking derives the same one with `calendarIdOf`.
  const uidOf = (id: string, seat: string) => `${createHash('sha256').update(id).digest('hex').slice(0, 32)}-${seat}`;
  const mail = async () => {
    const { id, kind, detail } = (await claimed()) ?? {};
    const { days, moved, withdrawn, entry, furtherEntries, manageUrl } = detail ?? {};
    return { id, kind, days, moved, withdrawn, entry, furtherEntries, manageUrl };
  };
  const send = async () => {
    const next = await mail();
    await sent(next.id);
    return next;
  };

  beforeEach(mails.reset);
  afterAll(mails.switchOff);

  test('the entry of each further day goes in a mail of its own, with a link that leaves that of the first one', async () => {
    const id = await confirmed(first, second);
    const [one, other] = [first, second].map((day) => ({ method: 'REQUEST', day, uid: uidOf(id, day) }));
    const firstMail = await send();
    expect(firstMail).toMatchObject({ kind: 'confirmation', days: [first, second], entry: one, furtherEntries: 1 });
    const further = await send();
    expect(further).toMatchObject({ kind: 'calendar', days: [second], entry: other });
    expect(await claimed()).toBeUndefined();
    for (const { manageUrl } of [firstMail, further]) {
      const secret = String(manageUrl).replace(/.*#/, '');
      expect((await manage(backend(), 'request', { secret })).body).toMatchObject({ status: 'confirmee' });
    }
    await act(id, 'cancel');
    const gone = await send();
    expect(gone).toMatchObject({ kind: 'cancellation', entry: { ...one, method: 'CANCEL' }, furtherEntries: 1 });
    expect(await send()).toMatchObject({ kind: 'calendar', entry: { ...other, method: 'CANCEL' } });
    expect(await claimed()).toBeUndefined();
  });

  test('a day that moves is the same entry with a higher sequence; the other days have no mail again', async () => {
    const id = await confirmed(first, third);
    await settle();
    const { version } = await act(id, 'change_day', { from_day: first, to_day: second });
    const entry = { method: 'REQUEST', day: second, uid: uidOf(id, first), sequence: version };
    expect(await send()).toMatchObject({ kind: 'confirmation', entry, furtherEntries: 0 });
    expect(await claimed()).toBeUndefined();
  });

  test('a day that is confirmed in place of another, as the visitor asked, is a move', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', { from_day: first, to_day: second });
    await act(id, 'confirm', { dates: [second] });
    expect(await send()).toMatchObject({
      entry: { method: 'REQUEST', day: second, uid: uidOf(id, first) },
      furtherEntries: 0,
      // The day before is told once.
      withdrawn: [first],
    });
    expect((await read()).days).toMatchObject([{ uid: uidOf(id, second) }, { uid: uidOf(id, first) }]);
    expect(await claimed()).toBeUndefined();
  });

  test('where another day is dropped in the same answer, the day that was to be replaced moves', async () => {
    const { id, change } = await bookWithLink(backend(), [first, second, third]);
    await act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', { from_day: third, to_day: fourth });
    await act(id, 'confirm', { dates: [first, fourth] });
    expect(await send()).toMatchObject({
      entry: { method: 'REQUEST', day: fourth, uid: uidOf(id, third) },
      furtherEntries: 1,
    });
    expect(await send()).toMatchObject({ entry: { method: 'CANCEL', day: second, uid: uidOf(id, second) } });
    await act(id, 'confirm', { dates: [fourth] });
    expect(await send()).toMatchObject({ entry: { method: 'CANCEL', day: first, uid: uidOf(id, first) } });
    expect(await claimed()).toBeUndefined();
  });

  test('of two days that were asked for in place of one, the one that is confirmed is the move', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await act(id, 'confirm', { dates: null });
    await settle();
    await change('ask_day', { from_day: first, to_day: second });
    await change('ask_day', { from_day: first, to_day: third });
    await change('ask_day', { from_day: third, to_day: fourth });
    await act(id, 'confirm', { dates: [second] });
    expect(await send()).toMatchObject({
      entry: { method: 'REQUEST', day: second, uid: uidOf(id, first) },
      moved: [{ from: first, to: second }],
      furtherEntries: 0,
    });
    expect((await read()).days).toMatchObject([
      { date: first, replacedBy: second },
      { date: second },
      { date: fourth },
    ]);
  });

  test('a day asked for again, after it moved away, is another entry', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await act(id, 'confirm', { dates: null });
    await act(id, 'change_day', { from_day: first, to_day: second });
    const { version } = await read();
    const { body } = await change('ask_day', { from_day: second, to_day: first });
    const uids = (body as ManagedReservation).days.map(({ uid }) => uid);
    expect(uids).toEqual([uidOf(id, `${first}-${version}`), uidOf(id, first)]);
  });

  test('what changes while a mail is being sent is the entry of the next one', async () => {
    const id = await confirmed(first);
    const firstMail = await mail();
    await act(id, 'change_day', { from_day: first, to_day: second });
    await sent(firstMail.id);
    expect(firstMail.entry).toMatchObject({ day: first });
    expect(await send()).toMatchObject({ kind: 'confirmation', entry: { day: second, uid: uidOf(id, first) } });
  });

  test('mails of entries are in no limit: each day arrives, and so does the cancellation after them', async () => {
    const id = await confirmed(first, second);
    await query('update private.settings set visitor_mails_per_hour = 3, visitor_mails_per_day = 3');
    expect(await send()).toMatchObject({ kind: 'confirmation', furtherEntries: 1 });
    expect(await send()).toMatchObject({ kind: 'calendar', days: [second] });
    await act(id, 'cancel');
    expect(await send()).toMatchObject({ kind: 'cancellation', entry: { method: 'CANCEL' } });
    expect(await send()).toMatchObject({ kind: 'calendar', entry: { method: 'CANCEL' } });
  });
}
