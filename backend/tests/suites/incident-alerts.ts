import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { incident } from '../support/rows';
import { visitor } from '../support/visitor';

/** Alerts about incidents: how many reporters and pages they need. */
export function describeIncidentAlerts(backend: () => TestBackend): void {
  const { query, empty } = outboxOf(backend);
  const alerts = () => query("select from private.outbox where kind = 'alert'");
  const { remote, release } = incident;
  const report = (address: string, words: Partial<typeof incident> = {}) =>
    visitor(backend(), address).post('incidents', { ...incident, ...words });
  const reportFrom = async (count: number) => {
    for (let each = 1; each <= count; each += 1) await report(`192.0.2.${each}`);
  };
  const servePages = (pages: number) =>
    query('select private.add_served_pages($1)', [JSON.stringify({ [remote]: { [release]: pages } })]);
  const queueAlert = async (countsPages = true) => {
    await query('select private.queue_alert($1)', [countsPages]);
    return (await alerts()).length;
  };
  beforeEach(empty);
  beforeEach(() =>
    backend().owner.script(
      'delete from public.incidents; delete from private.incident_reports; delete from private.served_pages',
    ),
  );

  test('the thresholds have the values that the owner was told', async () => {
    expect(
      await query(
        `select alert_reporters as least, alert_rate::float as rate, alert_reporters_uncounted as uncounted
           from private.settings`,
      ),
    ).toEqual([{ least: 3, rate: 0.05, uncounted: 10 }]);
  });

  test.each([
    [2, 2, 0],
    [3, 3, 1],
    [3, 60, 1],
    [3, 61, 0],
    [4, 80, 1],
    [4, 81, 0],
    [6, 1000, 0],
  ])(
    'a release that failed at %i addresses, on %i pages served with it, causes %i alerts',
    async (addresses, pages, expected) => {
      await servePages(pages);
      await reportFrom(addresses);
      expect(await queueAlert()).toBe(expected);
    },
  );

  test('pages served before the last 24 begun hours do not count', async () => {
    await servePages(1000);
    await query("update private.served_pages set hour = hour - interval '24 hours'");
    await servePages(60);
    await reportFrom(3);
    expect(await queueAlert()).toBe(1);
  });

  test('failures of different releases are not added', async () => {
    await servePages(3);
    await query(`select private.add_served_pages('{"landing": {"1": 3}}')`);
    for (const each of [1, 2]) await report(`192.0.2.${each}`);
    for (const each of [3, 4]) await report(`192.0.2.${each}`, { remote: 'landing', release: '1' });
    expect(await queueAlert()).toBe(0);
  });

  test.each([
    [9, 0],
    [10, 1],
  ])('failures at %i addresses cause %i alerts when nobody counts pages', async (addresses, expected) => {
    await reportFrom(addresses);
    expect(await queueAlert(false)).toBe(expected);
    await query('delete from private.outbox');
    // As the job of a hosted database calls it.
    await query('select private.queue_alert()');
    expect((await alerts()).length).toBe(expected);
  });

  test('incidents of yesterday cause no alert', async () => {
    await servePages(3);
    await reportFrom(3);
    await query("update private.incident_reports set created_at = created_at - interval '1 day'");
    expect(await queueAlert()).toBe(0);
  });

  test('another alert follows an hour later only if an incident was reported since', async () => {
    await servePages(3);
    await reportFrom(3);
    expect(await queueAlert()).toBe(1);
    await query('select private.mail_sent(id) from private.outbox');
    await query(
      "update private.outbox set created_at = created_at - interval '61 minutes', sent_at = sent_at - interval '61 minutes'",
    );
    await query("update public.incidents set created_at = created_at - interval '61 minutes'");
    expect(await queueAlert()).toBe(1);
    await report('192.0.2.4');
    expect(await queueAlert()).toBe(2);
  });
}
