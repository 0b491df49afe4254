import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { incident } from '../support/rows';
import { visitor } from '../support/visitor';

/** Names of parts and releases in alerts: a visitor's words never get into a mail. */
export function describeIncidentAlertNames(backend: () => TestBackend): void {
  const { query, empty, claim } = outboxOf(backend);
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
  const giveNames = () => query('select private.set_known_releases($1)', [JSON.stringify({ [remote]: [release] })]);
  beforeEach(empty);
  beforeEach(() =>
    backend().owner.script(
      'delete from public.incidents; delete from private.incident_reports; delete from private.served_pages',
    ),
  );
  afterEach(() => query('delete from private.known_releases'));

  test('alerts name the failed releases by the names that the site has registered', async () => {
    await giveNames();
    await servePages(40);
    await reportFrom(3);
    await report('192.0.2.4', {
      remote: 'appelez-le-0899-000-000',
      release: 'appelez',
      code: 'appelez',
      route: '/appelez',
    });
    expect(await query("select from public.incidents as i where i::text like '%appelez%'")).toEqual([]);
    await queueAlert();
    expect(await claim()).toMatchObject({
      kind: 'alert',
      detail: {
        unsent: 0,
        oldestUnsentAt: null,
        lastError: null,
        incidents: [
          { remote, release, count: 3, pages: 40 },
          { remote: 'other', release: 'other', count: 1, pages: null },
        ],
        incidentCount: 4,
        reporters: 4,
      },
    });
  });

  test('alerts contain only counts when no release names are registered', async () => {
    for (let each = 1; each <= 10; each += 1) await report(`192.0.2.${each}`, { remote: 'appelez-le-0899' });
    await queueAlert(false);
    const alert = await claim();
    expect(alert?.detail).toMatchObject({ incidents: [], incidentCount: 10, reporters: 10 });
    expect(JSON.stringify(alert)).not.toContain('appelez');
  });

  test('incidents reported before the names were registered are counted as other', async () => {
    for (let each = 1; each <= 10; each += 1) await report(`192.0.2.${each}`, { remote: 'appelez-le-0899' });
    await giveNames();
    await queueAlert(false);
    expect((await claim())?.detail).toMatchObject({ incidents: [{ remote: 'other', release: 'other', count: 10 }] });
  });

  test('names that a server has registered stay known for thirty days after the last registration', async () => {
    await query('select private.set_known_releases($1)', ['{"landing": ["1", "2"]}']);
    await query('select private.set_known_releases($1, $2)', [
      '{"landing": ["2", "3", "3"], "shell": []}',
      '{"landing": ["3", "4"]}',
    ]);
    // An outdated server, for which 3 was never active.
    await query('select private.set_known_releases($1, $2)', ['{"landing": ["2"]}', '{"landing": ["3"]}']);
    const known = () => query('select release, was_active from private.known_releases order by release');
    const of = (release: string, was_active = true) => ({ release, was_active });
    expect(await known()).toEqual([of('1'), of('2'), of('3'), of('4', false)]);

    await query("update private.known_releases set given_at = now() - interval '31 days'");
    await query('select private.set_known_releases($1)', ['{"landing": ["2"]}']);
    await query('select private.clean_up()');
    expect(await known()).toEqual([of('2')]);
  });
}
