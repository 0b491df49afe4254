// Run by backend/tests/backend.test.ts.
import { REPORT_LENGTHS } from '@site/contract/backend-calls';
import { HOUR_MS } from '@site/contract/today';
import { type IncidentQuestion, readIncidents } from '../../src/commands/incidents';
import type { TestBackend } from '../support/backend';
import { runTool } from '../support/programs';
import { contact, incident, livePage, pageSpeed } from '../support/rows';
import { anyAddress, visitor } from '../support/visitor';

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const position = { script: 'booking-page.js', line: 1, column: 2345 };

const violates = (column: string, table = 'incidents') => ({
  status: 400,
  body: { code: '23514', message: expect.stringContaining(`"${table}_${column}_ok"`) },
});

const reports: Readonly<Record<string, object>> = {
  incidents: { ...incident, ...position, thrown_in: 'shell' },
  live_pages: livePage,
  page_speeds: pageSpeed,
};
const BUCKETS = [-1, 12];

/** Values that a column of each kind of report refuses. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  incidents: {
    remote: ['', 'Booking', 'booking\n'],
    release: ['', '1.0.0 abc'],
    phase: ['', 'other'],
    mended: ['', 'failed'],
    code: ['', 'Timeout', 'camille@exemple.fr'],
    route: [
      ...['', 'booking', '//exemple.fr?x', '/booking?email=camille@exemple.fr', '/booking#camille', '/booking\n'],
      ...[...' \u0007\u00a0\u2028\ufeff'].map((space) => `/book${space}ing`),
    ],
    script: ['', 'main', 'main.js.map', '../main.js', '.js', 'camille@exemple.fr.js', 'é.js', `${'x'.repeat(92)}.js`],
    line: [0, 10_000_000],
    column: [0, 10_000_000],
    thrown_in: ['', 'Shell', 'camille@exemple.fr', incident.remote],
  },
  live_pages: {
    shell: ['', '1.0.0_abc'],
    remote: ['', 'Booking', 'shell'],
    release: ['', '1.0.0 abc'],
    route: ['', 'booking', '/booking?email=camille@exemple.fr', '/book ing'],
  },
  page_speeds: {
    shell: ['', 'é'],
    remote: ['Booking', 'shell'],
    release: ['', '1.0.0 abc'],
    route: ['booking', '/booking?email=camille@exemple.fr'],
    ...{ lcp: BUCKETS, inp: BUCKETS, cls: BUCKETS, ttfb: BUCKETS, fcp: BUCKETS },
  },
};

export function describeIncidentRows(backend: () => TestBackend): void {
  const here = () => visitor(backend());

  test('a report as browsers send it is stored, and the answer is empty', async () => {
    const report = { ...incident, code: 'as-sent' };
    expect(await here().post('incidents', report, { prefer: 'return=minimal' })).toMatchObject({
      status: 201,
      body: null,
    });
    const stored = await backend().owner.query("select * from public.incidents where code = 'as-sent'");
    const none = { script: null, line: null, column: null, thrown_in: null, mended: null };
    const own = { id: expect.anything(), reporter: expect.any(Number), created_at: expect.any(Date) };
    expect(stored).toEqual([{ ...report, preview: false, ...none, ...own }]);
  });

  test.each(['script', 'line', 'column'])('a position without its %s is refused', async (column) => {
    for (const missing of [null, undefined]) {
      const answer = await here().post('incidents', { ...incident, ...position, [column]: missing });
      expect(answer).toMatchObject(violates('position'));
    }
  });

  test.each(
    Object.entries(REFUSED).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, values]) => [table, column, values] as const),
    ),
  )('a report in %s with a %s of %j is refused', async (table, column, values) => {
    for (const value of values) {
      const answer = await here().post(table, { ...reports[table], [column]: value });
      expect([value, answer]).toMatchObject([value, violates(column, table)]);
    }
  });

  test.each(
    Object.entries({
      remote: ['a', `a${'-9z'.repeat(13)}`],
      release: ['1.4.0-9f3C2a'],
      phase: ['entry', 'page', 'render', 'runtime', 'shell'],
      mended: ['retry', 'previous', 'copy'],
      code: ['4', 'not-a-container'],
      route: ['/', '/politique-de-cookies/caf%C3%A9/été'],
      script: ['__federation_expose_booking-page.0123456789.js', `${'x'.repeat(91)}.js`],
      line: [1, 9_999_999],
      column: [1, 9_999_999],
      thrown_in: ['shell'],
    }),
  )('a report with a %s of %j is stored', async (column, values) => {
    for (const value of values) {
      const answer = await here().post('incidents', { ...incident, ...position, [column]: value });
      expect([value, answer]).toMatchObject([value, { status: 201 }]);
    }
  });

  test.each(
    Object.entries(reports).flatMap(([table, row]) =>
      Object.entries(REPORT_LENGTHS).flatMap(([column, length]) =>
        column in row ? { table, row, column, length } : [],
      ),
    ),
  )('browsers cut the $column of $table where the database refuses it', async ({ table, row, column, length }) => {
    const answerTo = (characters: number) =>
      here().post(table, { ...row, [column]: (column === 'route' ? '/' : 'a').padEnd(characters, 'a') });
    expect(await answerTo(length)).toMatchObject({ status: 201 });
    expect(await answerTo(length + 1)).toMatchObject(violates(column, table));
  });
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** The report of `bin/incidents.ts` on a running site: kinds of failures and their rates. */
export function describeIncidentCounts(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const read = (question: IncidentQuestion = {}) => readIncidents(question, backend().env);
  const servePages = (counts: object) => query('select private.add_served_pages($1)', [JSON.stringify(counts)]);
  beforeEach(() =>
    backend().owner.script(
      'delete from public.incidents; delete from private.incident_reports; delete from private.page_counts',
    ),
  );

  test('mails that could not be sent are reported with the last reason', async () => {
    await query('delete from private.outbox');
    await query(
      `insert into private.outbox (kind, attempts, last_error, sent_at) values ('code', 1, '553 5.7.1', null),
         ('code', 1, '535 5.7.8', null), ('code', 0, null, null), ('code', 1, 'over', now())`,
    );
    const { mails } = await read();
    await query('delete from private.outbox');
    expect(mails).toEqual({ unsent: 2, lastError: '535 5.7.8' });
  });

  test('failures are counted by release and kind with their first and last time, the latest release first', async () => {
    await query(
      `insert into public.incidents (remote, release, phase, code, route, created_at)
         values ('landing', '1.0.0-a', 'entry', 'timeout', '/', now() - interval '5 hours'),
                ('landing', '1.0.0-a', 'entry', 'timeout', '/', now() - interval '3 hours'),
                ('landing', '1.0.0-a', 'runtime', 'exception', '/', now() - interval '2 hours'),
                ('landing', '1.0.0-b', 'page', 'network', '/', now() - interval '25 hours')`,
    );
    await visitor(backend()).post('incidents', incident);
    await visitor(backend()).post('incidents', { ...incident, preview: true });
    const kind = { preview: false, mended: null, count: 1, firstAt: TIME, lastAt: TIME };
    const booking = { ...kind, ...incident };
    const landing = { ...kind, remote: 'landing', release: '1.0.0-a', phase: 'entry', code: 'timeout', route: '/' };

    const { failures } = await read();
    expect(failures).toEqual([
      { ...booking, preview: true },
      booking,
      { ...landing, count: 2 },
      { ...landing, phase: 'runtime', code: 'exception' },
    ]);
    const [, , timeouts] = failures;
    // The first and the last time are of reports that are two hours apart.
    expect(Date.parse(timeouts?.lastAt ?? '') - Date.parse(timeouts?.firstAt ?? '')).toBe(2 * 3_600_000);
    expect((await read({ since: ago(1) })).failures).toHaveLength(2);
    expect((await read({ since: ago(26) })).failures).toHaveLength(5);
    expect((await read({ since: ago(26), until: ago(24) })).failures).toHaveLength(1);
  });

  test('the program prints the report as JSON', async () => {
    await visitor(backend()).post('incidents', incident);
    const month = ago(720);
    const { code, stdout } = await runTool('incidents', backend().env, JSON.stringify({ since: month }));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await read({ since: month }));
  });

  test('failures are also counted by page and position', async () => {
    const at = { script: 'main.js', line: 1, column: 2345, thrown_in: 'shell' };
    const report = { ...incident, phase: 'runtime', code: 'exception' };
    const from = (address: string, row: object) => visitor(backend(), address).post('incidents', row);
    await from('198.18.1.1', { ...report, ...at });
    await from('198.18.2.1', { ...report, ...at });
    await from('198.18.3.1', { ...report, ...at, column: 7, thrown_in: null, route: '/' });
    await from('198.18.4.1', report);
    const { positions } = await read();
    const counted = { ...report, mended: null, preview: false, count: 1, firstAt: TIME, lastAt: TIME };
    const none = { script: null, line: null, column: null, thrownIn: null };
    const thrown = { ...counted, script: 'main.js', line: 1 };
    expect(positions).toHaveLength(3);
    expect(positions[0]).toEqual({ ...thrown, column: 2345, thrownIn: 'shell', count: 2 });
    expect(positions).toContainEqual({ ...counted, ...none });
    expect(positions).toContainEqual({ ...thrown, column: 7, thrownIn: null, route: '/' });
  });

  test('a report of an unknown release keeps no position', async () => {
    await query('select private.set_known_releases($1)', ['{"landing": ["1.0.0-a"]}']);
    const at = { script: 'camille.js', line: 6, column: 123_456, thrown_in: 'camille' };
    await visitor(backend()).post('incidents', { ...incident, ...at });
    await query('delete from private.known_releases');
    const { positions } = await read();
    expect(positions).toMatchObject([
      { remote: 'other', release: 'other', script: null, line: null, column: null, thrownIn: null },
    ]);
  });

  test('rates compare failures and the pages of all servers in a day and in thirty days, without previews', async () => {
    const { remote, release } = incident;
    for (const _server of [1, 2]) {
      await servePages({ [remote]: { [release]: { '/booking': 15, '/rappel': 5 } }, shell: { 's-1': { '/': 20 } } });
    }
    await query(
      `insert into private.page_counts (hour, remote, release, route, served, live)
         values (date_trunc('hour', now()) - interval '3 days', $1, $2, '/booking', 100, 90),
           (date_trunc('hour', now()) - interval '3 days', $1, '0.9.0-before', '/booking', 200, 0)`,
      [remote, release],
    );
    for (const [address, mended] of [['1'], ['2', 'previous'], ['3', 'retry']] as const) {
      await visitor(backend(), `198.18.${address}.1`).post('incidents', { ...incident, ...(mended && { mended }) });
    }
    await visitor(backend()).post('incidents', { ...incident, preview: true });
    await visitor(backend()).post('live_pages', { shell: 's-1', remote, release, route: '/booking' });
    const none = { failures: 0, recovered: 0, pages: 0, live: 0 };
    const ofShell = { ...none, pages: 40, live: 1 };
    expect((await read()).rates).toEqual([
      { remote, release: '0.9.0-before', day: none, kept: { ...none, pages: 200 } },
      {
        remote,
        release,
        day: { failures: 2, recovered: 2, pages: 40, live: 1 },
        kept: { failures: 2, recovered: 2, pages: 140, live: 91 },
      },
      { remote: 'shell', release: 's-1', day: ofShell, kept: ofShell },
    ]);
  });
}

const created = { status: 201, body: null };

let last = 0;
/** A new release for each report, as an address counts once a day for a release. */
const anyRelease = () => {
  last += 1;
  return `1.0.0-${last}`;
};

export function describeIncidentLimits(backend: () => TestBackend): void {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const send = (address: string, body: object) => visitor(backend(), address).post('incidents', body);
  const report = (address: string, code: string, release = anyRelease()) =>
    send(address, { ...incident, release, code });
  const stored = async (code: string) => (await query('select from public.incidents where code = $1', [code])).length;
  /** Sends as many reports as an address may. */
  const useUp = async (address: string) => {
    const rows = Array.from({ length: 20 }, () => ({ ...incident, release: anyRelease(), code: 'used-up' }));
    expect(await send(address, rows)).toMatchObject(created);
  };

  test('an address counts once a day for a release, whatever failed, and once more for its preview', async () => {
    const address = anyAddress();
    const release = anyRelease();
    for (const code of ['once', 'once', 'again']) expect(await report(address, code, release)).toMatchObject(created);
    expect([await stored('once'), await stored('again')]).toEqual([1, 0]);
    for (let time = 0; time < 2; time += 1) {
      await visitor(backend(), address).post('incidents', { ...incident, release, code: 'once', preview: true });
    }
    expect(await stored('once')).toBe(2);
    await report(anyAddress(), 'once', release);
    expect(await stored('once')).toBe(3);

    await query("update private.incident_reports set created_at = created_at - interval '23 hours'");
    await report(address, 'once', release);
    expect(await stored('once')).toBe(4);
  });

  test('many reports in parallel requests do not exceed the limit together', async () => {
    const { post } = visitor(backend());
    const rows = Array.from({ length: 200 }, () => ({ ...incident, release: anyRelease(), code: 'together' }));
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('incidents', rows)));
    expect(answers).toMatchObject(Array(6).fill(created));
    expect(await stored('together')).toBe(20);
  });

  test('an address at its limit may report again after an hour', async () => {
    const address = anyAddress();
    await useUp(address);
    await query("update private.incident_reports set created_at = created_at - interval '59 minutes'");
    await report(address, 'hour-over');
    expect(await stored('hour-over')).toBe(0);
    await query("update private.incident_reports set created_at = created_at - interval '1 minute'");
    await report(address, 'hour-over');
    expect(await stored('hour-over')).toBe(1);
  });

  test('incidents do not count towards the limit of requests', async () => {
    const address = anyAddress();
    const { post } = visitor(backend(), address);
    await useUp(address);
    const email = `${anyRelease()}@exemple.fr`;
    for (let time = 0; time < 6; time += 1) await post('contacts', { ...contact, email });
    const flags = 'select flagged from public.contacts where email = $1 order by created_at';
    expect(await query(flags, [email])).toEqual([...Array(5).fill({ flagged: false }), { flagged: true }]);
  });
}
