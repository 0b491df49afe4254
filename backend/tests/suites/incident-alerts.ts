import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { incident } from '../support/rows';
import { upkeepOf } from '../support/upkeep';
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
  // Whose pages are counted.
  beforeEach(() => reportServer());
  afterEach(() => query('delete from private.known_releases'));
  afterAll(quiet);

  test.each([
    [3, 0, 0],
    [2, 2, 0],
    [3, 60, 1],
    [3, 61, 0],
    [4, 80, 1],
  ])(
    'a release that failed at %i addresses, on %i pages served with it, causes %i alerts',
    async (addresses, pages, expected) => {
      await servePages(pages);
      await reportFrom(addresses);
      expect(await queueAlert()).toBe(expected);
    },
  );

  test.each([
    ['name a release that the site does not have', { release: INVENTED }],
    ['name a release that was published but never active', { release: NEXT }],
    ['a retry mended', { mended: 'retry' }],
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

  test('failures of different releases are not added', async () => {
    await servePages(3);
    await query(`select private.add_served_pages('{"landing": {"1": {"/": 3}}}')`);
    for (const each of [1, 2]) await report(`198.18.${each}.1`);
    for (const each of [3, 4]) await report(`198.18.${each}.1`, { remote: 'landing', release: '1' });
    expect(await queueAlert()).toBe(0);
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
    await query(`select private.add_served_pages('{"landing": {"1": {"/": 3}}}')`);
    for (const each of [1, 2, 3]) await report(`198.18.${each}.1`, { remote: 'landing', release: '1' });
    expect(await queueAlert()).toBe(2);
    const other = await claim();
    await query('select private.mail_sent($1)', [other?.id]);
    await passes('61 minutes');
    expect(await queueAlert()).toBe(2);
    await passes('1 day');
    expect(await queueAlert()).toBe(3);
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
