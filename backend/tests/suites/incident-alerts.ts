import type { TestBackend } from '../support/engines';
import { outboxOf } from '../support/outbox';
import { incident } from '../support/rows';
import { visitor } from '../support/visitor';

/** Alerts about incidents: how many reporters they need, and which names they hold. */
export function describeIncidentAlerts(backend: () => TestBackend): void {
  const { query, empty, claim } = outboxOf(backend);
  const queueAlert = () => query('select private.queue_alert()');
  const alerts = () => query("select from private.outbox where kind = 'alert'");
  beforeEach(empty);
  beforeEach(() => query('delete from public.incidents'));
  const { remote, release } = incident;
  const report = (address: string, words: Partial<typeof incident> = {}) =>
    visitor(backend(), address).post('incidents', { ...incident, ...words });
  const reportFrom = async (count: number) => {
    for (let each = 1; each <= count; each += 1) await report(`192.0.2.${each}`);
  };
  const queueFor = async (visitors: number | null) => {
    await query('select private.queue_alert($1)', [visitors]);
    return (await alerts()).length;
  };
  beforeEach(() => query('delete from private.incident_reports'));
  afterEach(() => query('delete from private.known_releases'));
  const giveNames = () => query('select private.set_known_releases($1)', [JSON.stringify({ [remote]: [release] })]);

  test.each([
    [2, null, 0],
    [3, null, 1],
    [2, 3, 0],
    [3, 3, 1],
    [1, 2, 0],
    [2, 2, 1],
    [1, 1, 1],
    [0, 0, 0],
    [1, 0, 1],
    [3, 2000, 1],
  ])('when %s addresses reported, of %s visitors, makes %s', async (reporters, visitors, expected) => {
    await reportFrom(reporters);
    expect(await queueFor(visitors)).toBe(expected);
  });

  test('many incidents from one address cause no alert', async () => {
    for (let time = 0; time < 20; time += 1) await report('192.0.2.1');
    expect(await queueFor(null)).toBe(0);
  });

  test('incidents of yesterday cause no alert', async () => {
    await reportFrom(3);
    await query("update private.incident_reports set created_at = created_at - interval '1 day'");
    expect(await queueFor(null)).toBe(0);
  });

  test('an hour later another alert follows only when an incident was reported since', async () => {
    await reportFrom(3);
    expect(await queueFor(null)).toBe(1);
    await query('select private.mail_sent(id) from private.outbox');
    await query(
      "update private.outbox set created_at = created_at - interval '61 minutes', sent_at = sent_at - interval '61 minutes'",
    );
    await query("update public.incidents set created_at = created_at - interval '61 minutes'");
    expect(await queueFor(null)).toBe(1);
    await report('192.0.2.4');
    expect(await queueFor(null)).toBe(2);
  });

  test('alerts name the failed releases by the names that the site has registered', async () => {
    await giveNames();
    await reportFrom(2);
    await report('192.0.2.3', {
      remote: 'appelez-le-0899-000-000',
      release: 'appelez',
      code: 'appelez',
      route: '/appelez',
    });
    expect(
      await query("select from public.incidents where i::text like '%appelez%'".replace('incidents', 'incidents as i')),
    ).toEqual([]);
    await queueAlert();
    expect(await claim()).toMatchObject({
      kind: 'alert',
      detail: {
        unsent: 0,
        oldestUnsentAt: null,
        lastError: null,
        incidents: [
          { remote, release, count: 2 },
          { remote: 'other', release: 'other', count: 1 },
        ],
        incidentCount: 3,
        reporters: 3,
      },
    });
  });

  test('alerts contain only counts when no release names are registered', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await report(address, { remote: 'appelez-le-0899' });
    await queueAlert();
    const alert = await claim();
    expect(alert?.detail).toMatchObject({ incidents: [], incidentCount: 3, reporters: 3 });
    expect(JSON.stringify(alert)).not.toContain('0899');
  });

  test('incidents reported before the names were registered are counted as other', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await report(address, { remote: 'appelez-le-0899' });
    await giveNames();
    await queueAlert();
    expect((await claim())?.detail).toMatchObject({ incidents: [{ remote: 'other', release: 'other', count: 3 }] });
  });

  test('a new list of release names replaces the previous one', async () => {
    await giveNames();
    await query('select private.set_known_releases($1)', ['{"landing": ["2", "3", "3"], "shell": []}']);
    expect(await query('select remote, release from private.known_releases order by release')).toEqual([
      { remote: 'landing', release: '2' },
      { remote: 'landing', release: '3' },
    ]);
  });
}
