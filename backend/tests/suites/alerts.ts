// Run by backend/tests/backend.test.ts.
import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../support/backend';
import { contact, incident, reserve } from '../support/rows';
import { outboxOf, upkeepOf } from '../support/upkeep';
import { visitor } from '../support/visitor';

/** Published but never active. */
const NEXT = '1.1.0-next';
const INVENTED = '9.9.9-invented';

/** Mails about incidents: how many reporters and pages they need, and that no visitor's words get into them. */
export function describeIncidentAlerts(backend: () => TestBackend): void {
  const { query, quiet, claim } = outboxOf(backend);
  const { report: reportServer } = upkeepOf(backend);
  const alerts = () => query("select from private.outbox where kind = 'concerns'");
  const { remote, release } = incident;
  const report = (address: string, words: object = {}) =>
    visitor(backend(), address).post('incidents', { ...incident, ...words });
  const reportFrom = async (count: number, words: object = {}) => {
    for (let each = 1; each <= count; each += 1) await report(`198.18.${each}.1`, words);
  };
  const servePages = (pages: number) =>
    query('select private.add_served_pages($1)', [JSON.stringify({ [remote]: { [release]: { '/booking': pages } } })]);
  const queueAlert = async () => {
    await query('select private.queue_concerns()');
    return (await alerts()).length;
  };
  beforeEach(quiet);
  beforeEach(() => reportServer());
  afterEach(() => query('delete from private.known_releases'));
  afterAll(quiet);

  test.each([
    [3, 0, 0],
    [2, 2, 0],
    [3, 60, 1],
    [3, 61, 0],
    [4, 80, 1],
  ])('a release that failed at %i addresses, on %i pages, causes %i alerts', async (addresses, pages, expected) => {
    await servePages(pages);
    await reportFrom(addresses);
    expect(await queueAlert()).toBe(expected);
  });

  test.each([
    ['name a release that the site does not have', { release: INVENTED }],
    ['name a release that was published but never active', { release: NEXT }],
    ['a retry recovered', { mended: 'retry' }],
    ['come from previews', { preview: true }],
  ])('reports of ten addresses that %s cause no alert', async (_, words) => {
    const routes = { '/booking': 40 };
    const pages = { [release]: routes, [NEXT]: routes, [INVENTED]: routes };
    await query('select private.set_known_releases($1, $2)', [
      JSON.stringify({ [remote]: [release] }),
      JSON.stringify({ [remote]: [release, NEXT] }),
    ]);
    await query('select private.add_served_pages($1)', [JSON.stringify({ [remote]: pages })]);
    await reportFrom(10, words);
    expect(await queueAlert()).toBe(0);
  });

  test('pages served before the last 24 begun hours do not count', async () => {
    await servePages(1000);
    await query("update private.page_counts set hour = hour - interval '24 hours'");
    await servePages(60);
    await reportFrom(3);
    expect(await queueAlert()).toBe(1);
  });

  test.each([
    [9, 0],
    [10, 1],
  ])('failures at %i addresses cause %i alerts when nobody counts pages', async (addresses, expected) => {
    await query('delete from private.servers');
    await reportFrom(addresses - 1);
    await report('198.18.100.1', { remote: 'appelez-le-0899' });
    expect(await queueAlert()).toBe(expected);
    if (expected === 0) return;
    const mail = await claim();
    expect(mail?.detail).toMatchObject({ concerns: [{ kind: 'incidents', count: 10, reporters: 10 }] });
    expect(JSON.stringify(mail)).not.toContain('appelez');
  });

  test('incidents of yesterday cause no alert', async () => {
    await servePages(3);
    await reportFrom(3);
    await query("update private.incident_reports set created_at = created_at - interval '1 day'");
    expect(await queueAlert()).toBe(0);
  });

  test('a mail tells of a release that fails at once, and again only when a day has passed', async () => {
    await servePages(3);
    await reportFrom(3);
    expect(await queueAlert()).toBe(1);
    const mail = await claim();
    expect(mail?.detail).toMatchObject({ concerns: [{ kind: 'part', remote, release, count: 3, pages: 3 }] });
    await query('select private.mail_sent($1)', [mail?.id]);
    const passes = (time: string) => query('update private.outbox set sent_at = sent_at - $1::interval', [time]);
    await passes('23 hours');
    await report('198.18.4.1');
    expect(await queueAlert()).toBe(1);
    await passes('1 hour');
    expect(await queueAlert()).toBe(2);
  });

  test('names that a server has registered stay known, as does whether visitors got the release', async () => {
    await query('select private.set_known_releases($1)', ['{"landing": ["1", "2"]}']);
    await query('select private.set_known_releases($1, $2)', [
      '{"landing": ["2", "3", "3"], "shell": []}',
      '{"landing": ["3", "4"]}',
    ]);
    // An outdated server, for which 3 was never active.
    await query('select private.set_known_releases($1, $2)', ['{"landing": ["2"]}', '{"landing": ["3"]}']);
    const recordedReleases = () => query('select release, was_active from private.known_releases order by release');
    const of = (release: string, was_active = true) => ({ release, was_active });
    expect(await recordedReleases()).toEqual([of('1'), of('2'), of('3'), of('4', false)]);
  });
}

const counts = { served: 34, live: 30, opened: 28, started: 25, networks: 29, reporters: 3 };
const notice = {
  seq: 12,
  outcome: 'returned',
  because: 'failures',
  parts: [{ name: 'booking', id: '1.0.0-b', previous: '1.0.0-a', since: counts, before: null }],
};

export function describeWatchedChanges(backend: () => TestBackend): void {
  const { query, quiet } = outboxOf(backend);
  const { concernsOf } = upkeepOf(backend);
  const tell = (changes: object = {}) =>
    query('select private.tell_watched_change($1)', [
      JSON.stringify({ ...notice, at: new Date().toISOString(), ...changes }),
    ]);
  const mails = () => query("select from private.outbox where kind = 'concerns'");
  const send = () => query("update private.outbox set sent_at = now() where kind = 'concerns'");

  beforeEach(quiet);
  beforeEach(() => query('delete from private.watched_changes'));
  afterAll(() => query('delete from private.watched_changes'));

  test('a release that went back is an urgent concern with its figures', async () => {
    await tell();
    expect(await concernsOf('watch')).toEqual([
      {
        kind: 'watch',
        isUrgent: true,
        outcome: 'returned',
        because: 'failures',
        remote: 'booking',
        release: '1.0.0-b',
        previous: '1.0.0-a',
        served: 29,
        live: 25,
        reporters: 3,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test('the same told by several servers, again and again, is one mail; another outcome is another', async () => {
    for (const each of [1, 2, 3]) await tell({ at: new Date(Date.now() + each).toISOString() });
    await query('select private.queue_concerns()');
    expect(await mails()).toHaveLength(1);
    const [mail] = await query<{ detail: { concerns: unknown[] } }>('select detail from private.claim_mail()');
    expect(mail?.detail.concerns).toHaveLength(1);
    await send();
    await tell();
    await query('select private.queue_concerns()');
    expect(await mails()).toHaveLength(1);
    await tell({ outcome: 'unattributed', because: undefined });
    await query('select private.queue_concerns()');
    expect(await mails()).toHaveLength(2);
  });

  test.each(['25 hours', '-2 hours'])('what was told %s ago is no concern of today', async (age) => {
    await tell();
    await query('update private.watched_changes set at = now() - $1::interval', [age]);
    expect(await concernsOf('watch')).toEqual([]);
  });
}

const SHELL = '1.0.0-5be11aaa';
const BOOKING = '1.0.0-0123abcd';
const CONTACT = '1.1.0-beefbeef';
const info = (rest: string) => ({ 'x-client-info': `site-web/1.0.0 attempt=${randomUUID()} ${rest}` });

/** The releases that a visitor had, stored with each request. */
export function describeReleaseRequests(backend: () => TestBackend): void {
  const { query, empty } = outboxOf(backend);
  const counts = async (...wanted: readonly [name: string, id: string][]) => {
    const asked = JSON.stringify(wanted.map(([name, id]) => ({ name, id })));
    const [row] = await query<{ found: { requests: number }[] }>('select private.release_requests($1) as found', [
      asked,
    ]);
    return row?.found.map(({ requests }) => requests);
  };
  const stored = (headers: Record<string, string>) =>
    query('select shell, release from public.contacts where attempt = $1', [
      headers['x-client-info']?.match(/attempt=(\S+)/)?.[1],
    ]);
  beforeEach(empty);

  test('counts the requests of each release, for the shell and for the part, without spam', async () => {
    const by = visitor(backend());
    for (const _ of [1, 2]) await by.post('contacts', contact, info(`shell=${SHELL} release=${CONTACT}`));
    const id = await reserve(by, info(`shell=${SHELL} release=${BOOKING}`));
    await by.post('contacts', contact, info(`shell=${SHELL} release=${CONTACT} honeypot=filled`));
    expect(await counts(['shell', SHELL], ['booking', BOOKING], ['contact', CONTACT])).toEqual([3, 1, 2]);
    await query('update public.reservations set is_spam = true where id = $1', [id]);
    expect(await counts(['booking', BOOKING], ['shell', SHELL], ['shell', BOOKING])).toEqual([0, 2, 0]);
    expect(await counts()).toEqual([]);
  });

  test.each([
    ['too long', 'a'.repeat(81)],
    ['with other characters', '1.0.0-a<b>'],
  ])('a release that is %s is left out, and the request is stored', async (_, id) => {
    const headers = info(`shell=${id} release=${BOOKING}`);
    expect(await visitor(backend()).post('contacts', contact, headers)).toMatchObject({ status: 201 });
    expect(await stored(headers)).toEqual([{ shell: null, release: BOOKING }]);
  });
}
