import type { TestBackend } from '../support/backend';
import { outboxOf } from '../support/outbox';
import { incident } from '../support/rows';
import { numbers } from '../support/times';
import { upkeepOf } from '../support/upkeep';
import { visitor } from '../support/visitor';

interface Attack {
  readonly name: string;
  /** Sends the reports. */
  readonly send: () => Promise<void>;
  /** Pages served with the release within the day; `PAGES` by default. */
  readonly pages?: number;
  /** Disables the defence, after which the same reports cause an alert. */
  readonly disarm?: () => Promise<unknown>;
  /** Sends reports that the defence has no reason to refuse. */
  readonly instead?: () => Promise<void>;
}

const { remote, release } = incident;
const PAGES = 40;
/** Published but never active. */
const NEXT = '1.1.0-next';

/** Forged incidents that must not cause an alert; each is shown to cause one without its defence. */
export function describeIncidentAttacks(backend: () => TestBackend): void {
  const { query, empty } = outboxOf(backend);
  const { report: reportServer } = upkeepOf(backend);
  const report = (address: string, words: object = {}) =>
    visitor(backend(), address).post('incidents', { ...incident, ...words });
  const fromMany = async (count: number, words: object = {}) => {
    for (const each of numbers(count)) await report(`198.51.100.${each}`, words);
  };
  const servePages = (id: string, pages: number) =>
    query('select private.add_served_pages($1)', [JSON.stringify({ [remote]: { [id]: { '/booking': pages } } })]);
  const giveNames = () =>
    query('select private.set_known_releases($1, $2)', [
      JSON.stringify({ [remote]: [release] }),
      JSON.stringify({ [remote]: [release, NEXT] }),
    ]);
  const set = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  const countAlerts = async () => {
    await query('select private.queue_concerns()');
    return (await query("select from private.outbox where kind = 'concerns'")).length;
  };
  const forgetReports = () =>
    backend().owner.script('delete from public.incidents; delete from private.incident_reports');
  beforeEach(empty);
  beforeEach(forgetReports);
  beforeEach(() => query('delete from private.page_counts'));
  beforeEach(giveNames);
  // Whose pages are counted.
  beforeEach(() => reportServer());
  afterEach(() =>
    backend().owner.script(
      `delete from private.known_releases;
       delete from private.servers;
       update private.settings set alert_reporters = default, alert_rate = default`,
    ),
  );

  const attacks: readonly Attack[] = [
    {
      name: 'a thousand reports of one address',
      send: async () => {
        const rows = Array.from({ length: 200 }, () => incident);
        for (const _ of numbers(5)) await visitor(backend(), '198.51.100.1').post('incidents', rows);
      },
      pages: 20,
      disarm: () => set('alert_reporters', 1),
    },
    {
      name: 'reports of two addresses',
      send: () => fromMany(2),
      disarm: () => set('alert_reporters', 2),
    },
    {
      name: 'reports of fewer addresses than a twentieth of the pages served',
      send: () => fromMany(9),
      pages: 200,
      disarm: () => set('alert_rate', 0),
    },
    {
      name: 'reports of many addresses while no page is served',
      send: () => fromMany(30),
      pages: 0,
      disarm: () => servePages(release, 1),
    },
    {
      name: 'reports of many addresses of one IPv6 network',
      send: async () => {
        for (const each of numbers(30)) await report(`2001:db8:0:1::${each.toString(16)}`);
      },
      instead: async () => {
        for (const each of numbers(30)) await report(`2001:db8:0:${each.toString(16)}::1`);
      },
    },
    {
      name: 'many addresses that name a release which the site does not have',
      send: () => fromMany(30, { release: '9.9.9-invented' }),
      disarm: async () => {
        await query('delete from private.known_releases');
        await servePages('9.9.9-invented', PAGES);
      },
    },
    {
      name: 'many addresses that name a release which was never active',
      send: () => fromMany(30, { release: NEXT }),
      disarm: async () => {
        await query('update private.known_releases set was_active = true');
        await servePages(NEXT, PAGES);
      },
    },
    {
      name: 'many addresses that report failures which a retry mended',
      send: () => fromMany(30, { mended: 'retry' }),
      instead: () => fromMany(30, { mended: 'previous' }),
    },
    {
      name: 'many addresses that report previews',
      send: () => fromMany(30, { preview: true }),
      instead: () => fromMany(30),
    },
  ];

  test.each(attacks)('$name cause no alert, but one without the defence', async (attack) => {
    const { send, pages = PAGES, disarm, instead = send } = attack;
    if (pages > 0) await servePages(release, pages);
    await send();
    expect(await countAlerts()).toBe(0);
    await forgetReports();
    await disarm?.();
    await instead();
    expect(await countAlerts()).toBe(1);
  });
}
