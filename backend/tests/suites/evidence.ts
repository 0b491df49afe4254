// Run by backend/tests/backend.test.ts.
import type { TestBackend } from '../support/backend';
import { numbers } from '../support/cases';
import { evidenceOf } from '../support/evidence';
import { incident, livePage, pageSpeed } from '../support/rows';

const PREVIOUS = '0.9.0-before';
const NONE = {
  served: 0,
  live: 0,
  failed: 0,
  recovered: 0,
  opened: 0,
  started: 0,
  working: 0,
  networks: 0,
  reporters: 0,
  unproven: 0,
};

export function describeEvidence(backend: () => TestBackend): void {
  const { query, open, live, fail, read, counts, giveNames, empty } = evidenceOf(backend);
  const { remote, release } = incident;
  const ago = (minutes: number) => new Date(Date.now() - 60_000 * minutes).toISOString();
  /** Moves all that was counted until now into the past. */
  const passes = async (time: string) => {
    // It takes two steps, as a row must not meet another one on its way.
    await query("update private.release_networks set since = since - interval '1000 days' - $1::interval", [time]);
    await query("update private.release_networks set since = since + interval '1000 days'");
    for (const table of ['public.incidents', 'private.incident_reports']) {
      await query(`update ${table} set created_at = created_at - $1::interval`, [time]);
    }
  };
  beforeEach(empty);
  beforeEach(() => giveNames());

  test('counts pages and networks of a release since a moment', async () => {
    await query('select private.add_served_pages($1)', [
      JSON.stringify({ [remote]: { [release]: { '/booking': 3, '/rappel': 2 } } }),
    ]);
    await open(['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8:1::1']);
    for (const address of ['192.0.2.1', '198.51.100.1', '198.51.100.1']) await live(address, {});
    for (const [address, mended] of [
      ['203.0.113.1', null],
      ['2001:db8:1::1', 'previous'],
      ['198.51.100.1', 'retry'],
    ] as const) {
      await fail(address, { mended });
    }
    expect(await read(ago(60), PREVIOUS)).toEqual({
      name: remote,
      id: release,
      before: NONE,
      unattributed: 0,
      dropped: 0,
      since: {
        served: 5,
        live: 3,
        failed: 1,
        recovered: 2,
        opened: 4,
        started: 2,
        working: 2,
        networks: 4,
        reporters: 2,
        unproven: 0,
      },
    });
  });

  test.each([
    ['two addresses of a /24', ['192.0.2.1', '192.0.2.254'], 1],
    ['two networks of a /48', ['2001:db8:7:1::1', '2001:db8:7:ffff::2'], 1],
    ['an address of IPv4, and the same mapped to IPv6', ['192.0.2.1', '::ffff:192.0.2.1'], 1],
    ['different networks', ['192.0.2.1', '192.0.3.1', '2001:db8:7::1', '2001:db8:8::1'], 4],
  ])('%s (%j) count as %i, for the servers as for the database', async (_, addresses, networks) => {
    await open(addresses);
    for (const address of addresses) await fail(address, {});
    for (const address of addresses) await live(address, {});
    expect(await counts()).toMatchObject({ opened: networks, started: networks, reporters: networks, unproven: 0 });
  });

  test('a report is no evidence from a network to which the site sent no page that names the release', async () => {
    await open(['192.0.2.1']);
    await open(['198.51.100.1'], PREVIOUS);
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) await fail(address, {});
    await live('203.0.113.2', {});
    expect(await counts()).toMatchObject({ networks: 1, reporters: 1, unproven: 2, working: 0 });
  });

  test('a visitor who reaches the release by a link counts: the page that was sent names it', async () => {
    const sent = JSON.stringify({ [remote]: { [release]: [7] } });
    await query("select private.add_served_networks($1, '{}')", [sent]);
    expect(await counts()).toMatchObject({ opened: 0, networks: 0 });
    await query('update private.release_networks set live = sent');
    expect(await counts()).toMatchObject({ opened: 0, started: 0, working: 1, networks: 1 });
  });

  test('a network that returns for days counts once, for the new release as for the one before it', async () => {
    await query('select private.set_known_releases($1)', [JSON.stringify({ [remote]: [PREVIOUS] })]);
    for (const id of [PREVIOUS, release]) {
      for (const _ of numbers(4)) {
        await open(['192.0.2.1'], id);
        await fail('192.0.2.7', { release: id });
        await passes('1 day');
      }
    }
    const found = await read(ago(4.5 * 24 * 60), PREVIOUS);
    expect(found?.since).toMatchObject({ failed: 4, networks: 1, reporters: 1 });
    expect(found?.before).toMatchObject({ failed: 4, networks: 1, reporters: 1 });
  });

  test('what is reported of the earlier release ends with the activation', async () => {
    await query('select private.set_known_releases($1)', [JSON.stringify({ [remote]: [PREVIOUS] })]);
    await open(['192.0.2.1'], PREVIOUS);
    await passes('40 minutes');
    await open(['198.51.100.1'], PREVIOUS);
    await live('198.51.100.1', { release: PREVIOUS });
    await fail('192.0.2.1', { release: PREVIOUS });
    expect((await read(ago(20), PREVIOUS))?.before).toMatchObject({ opened: 1, working: 0, networks: 1, reporters: 0 });
  });

  test('a shell that does not start blames no release', async () => {
    await fail('192.0.2.1', { remote: 'shell', release: livePage.shell, phase: 'shell' });
    await fail('198.51.100.1', { remote: 'shell', release: livePage.shell, phase: 'render' });
    expect(await read(ago(60), null, { name: 'shell', id: livePage.shell })).toMatchObject({
      since: { ...NONE, failed: 2, unproven: 1 },
      unattributed: 1,
    });
    expect(await read(ago(60))).toMatchObject({ since: NONE, unattributed: 1 });
  });

  test('a failure that a retry recovered does not hide the failure that follows', async () => {
    await open(['192.0.2.1']);
    await fail('192.0.2.1', { mended: 'retry' });
    await fail('192.0.2.1', {});
    expect(await counts()).toMatchObject({ failed: 1, recovered: 1, reporters: 1 });
  });

  test('programs that say that they are one report nothing', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
    await open(['192.0.2.1']);
    for (const report of [live, fail]) {
      expect(await report('192.0.2.1', {}, headers)).toMatchObject({ status: 201, body: null });
    }
    expect(await counts()).toMatchObject({ failed: 0, live: 0, reporters: 0, working: 0, unproven: 0 });
  });

  test('a report keeps no route and no script that its release does not have', async () => {
    const described = { [remote]: { [release]: { routes: ['/booking'], scripts: ['booking-page.js'] } } };
    await query('select private.describe_releases($1)', [JSON.stringify(described)]);
    const at = { line: 1, column: 7, thrown_in: 'shell' };
    await fail('192.0.2.1', { route: '/booking', script: 'booking-page.js', ...at });
    await fail('198.51.100.1', { route: '/appelez-le-0899', script: 'appelez-le-0899.js', ...at });
    await live('192.0.2.1', { route: '/appelez-le-0899' });
    expect(await query('select route, script, line, thrown_in from public.incidents order by id')).toEqual([
      { route: '/booking', script: 'booking-page.js', line: 1, thrown_in: 'shell' },
      { route: '/*', script: null, line: null, thrown_in: null },
    ]);
    expect(await query('select distinct route from private.page_counts')).toEqual([{ route: '*' }]);
  });
}

/** Published but never active. */
const NEXT = '1.1.0-next';

interface Attack {
  /** Completes "…, count no more than the design allows". */
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly measure: () => Promise<number | undefined>;
  /** What the design allows, or the limit that the attack sets. */
  readonly allowed: number;
}

export function describeEvidenceAttacks(backend: () => TestBackend): void {
  const { query, live, fail, read, counts, giveNames, empty } = evidenceOf(backend);
  const set = (column: string, value: number) => query(`update private.settings set ${column} = $1`, [value]);
  const liveCount = async () => (await counts())?.live;
  const rowCount = async () => (await query('select from private.page_counts')).length;
  const liveOf = async (release: string) => {
    const text = 'select coalesce(sum(live), 0)::integer as live from private.page_counts where release = $1';
    return (await query<{ live: number }>(text, [release]))[0]?.live;
  };
  const flood = (address: string, count: number, words: (at: number) => object = () => ({})) =>
    live(
      address,
      numbers(count).map((at) => words(at)),
    );
  /** Each address sends as many as count. */
  const fromMany = async (addresses: number, words: (at: number) => object) => {
    for (const each of numbers(addresses)) await flood(`198.51.${each}.1`, 20, (at) => words(20 * each + at));
  };
  beforeEach(empty);
  beforeEach(() => giveNames([NEXT]));
  afterAll(empty);

  const attacks: readonly Attack[] = [
    {
      name: 'captured reports of a live page, sent again in parallel requests',
      run: () => Promise.all(numbers(5).map(() => flood('198.51.100.1', 10))),
      measure: liveCount,
      allowed: 20,
    },
    {
      name: 'live pages of many networks, above the total of an hour',
      run: async () => {
        await set('live_total_per_hour', 30);
        await fromMany(3, () => ({}));
      },
      measure: liveCount,
      allowed: 30,
    },
    {
      name: 'live pages of a release that was never active',
      run: () => live('198.51.100.1', { release: NEXT }),
      measure: () => liveOf(NEXT),
      allowed: 0,
    },
    {
      name: 'live pages of invented releases where nobody gives the names, which would fill the table',
      run: async () => {
        await query('delete from private.known_releases');
        await set('live_names_per_hour', 30);
        await fromMany(2, (at) => ({ release: `${at}` }));
      },
      measure: rowCount,
      // One row counts the rest.
      allowed: 30 + 1,
    },
    {
      name: 'live pages of one network around a full hour',
      run: async () => {
        await flood('198.51.100.1', 20);
        await query("update private.live_reports set since = since - interval '50 minutes'");
        await flood('198.51.100.2', 20);
      },
      measure: liveCount,
      allowed: 20,
    },
    {
      name: 'failures of a /48, each from an address and a release of its own',
      run: async () => {
        await query('delete from private.known_releases');
        for (const each of numbers(60)) await fail(`2001:db8:1:${each}::1`, { release: `1.0.0-${each}` });
      },
      measure: async () => (await query('select from public.incidents')).length,
      allowed: 20,
    },
  ];

  test.each(attacks)('$name, count no more than the design allows', async ({ run, measure, allowed }) => {
    await run();
    expect(await measure()).toBe(allowed);
  });

  test('previews, retries that helped and unknown releases crowd no failure out, and what is dropped is told', async () => {
    await set('incidents_total_per_hour', 3);
    for (const words of [{ preview: true }, { mended: 'retry' }, { release: 'invented' }]) {
      for (const each of numbers(5)) await fail(`198.51.${each}.1`, words);
    }
    for (const each of numbers(5)) await fail(`203.0.${each}.1`, {});
    expect(await counts()).toMatchObject({ failed: 3 });
    expect((await read(new Date().toISOString()))?.dropped).toBe(2);
  });

  test('a flood of invented routes fills no table, and a known release keeps its own count', async () => {
    await fromMany(4, (at) => ({ route: `/${at}` }));
    // The part and the shell have them, each with one row for the rest.
    expect(await rowCount()).toBe(2 * (50 + 1));
    await live('192.0.2.1', {});
    expect(await liveCount()).toBe(81);
  });
}

export function describeLivePages(backend: () => TestBackend): void {
  const { query, live, empty } = evidenceOf(backend);
  const counted = () =>
    query('select remote, release, route, live::integer, served::integer from private.page_counts order by remote');
  beforeEach(empty);

  test('a page counts for its part and for the shell, and leaves no row of its own', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      expect(await live(address, {})).toMatchObject({ status: 201, body: null });
    }
    const { shell, remote, release, route } = livePage;
    expect(await counted()).toEqual([
      { remote, release, route, live: 2, served: 0 },
      { remote: 'shell', release: shell, route, live: 2, served: 0 },
    ]);
    expect(await query('select from public.live_pages')).toEqual([]);
    expect(await query("select from private.page_counts where hour <> date_trunc('hour', hour, 'UTC')")).toEqual([]);
  });
}

export function describePageSpeeds(backend: () => TestBackend): void {
  const { query, live, speed, empty } = evidenceOf(backend);
  const { shell, remote, release, route } = pageSpeed;
  const speeds = (part = remote) =>
    query('select release, route, metric, bucket, pages::integer from private.release_speeds() where remote = $1', [
      part,
    ]);
  beforeEach(empty);
  beforeEach(() => live('203.0.113.1', {}));
  afterAll(empty);

  test('a page counts for its part and for the shell, by bucket, and leaves no row of its own', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      expect(await speed(address, {})).toMatchObject({ status: 201, body: null });
    }
    await speed('192.0.2.3', { lcp: 11, inp: null, cls: null, ttfb: null, fcp: null });
    const counted = (id: string) =>
      expect.arrayContaining([
        { release: id, route, metric: 'lcp', bucket: 4, pages: 2 },
        { release: id, route, metric: 'lcp', bucket: 11, pages: 1 },
        { release: id, route, metric: 'inp', bucket: 1, pages: 2 },
        { release: id, route, metric: 'cls', bucket: 0, pages: 2 },
        { release: id, route, metric: 'ttfb', bucket: 2, pages: 2 },
        { release: id, route, metric: 'fcp', bucket: 3, pages: 2 },
      ]);
    expect(await speeds()).toEqual(counted(release));
    expect(await speeds('shell')).toEqual(counted(shell));
    expect(await query('select from private.speed_counts')).toHaveLength(12);
    expect(await query('select from public.page_speeds')).toEqual([]);
  });
}

const INVENTED = '9.9.9-invented';

export function describeSpeedAttacks(backend: () => TestBackend): void {
  const { query, live, speed, giveNames, empty } = evidenceOf(backend);
  const { remote, release } = pageSpeed;
  /** Pages whose LCP is counted for a release. */
  const countOf = async (id = release) => {
    const text = `select coalesce(sum(pages), 0)::integer as pages from private.speed_counts
      where metric = 'lcp' and release = $1`;
    return (await query<{ pages: number }>(text, [id]))[0]?.pages;
  };
  const rowsOf = async (part = remote) =>
    (await query('select from private.speed_counts where remote = $1', [part])).length;
  const flood = (address: string, count: number, words: (at: number) => object = () => ({})) =>
    speed(
      address,
      numbers(count).map((at) => words(at)),
    );
  beforeEach(empty);
  beforeEach(() => giveNames());
  beforeEach(() => live('203.0.113.1', {}));
  afterAll(empty);

  test('a captured report, sent again in parallel requests and in the next hour, counts twenty times', async () => {
    await Promise.all(numbers(5).map(() => flood('198.51.100.1', 10)));
    expect(await countOf()).toBe(20);
    await query("update private.speed_reports set hour = hour - interval '1 hour'");
    await flood('198.51.100.1', 20);
    expect(await countOf()).toBe(20);
  });

  test('speeds of many networks count up to the total of an hour', async () => {
    await query('update private.settings set speeds_total_per_hour = 30');
    for (const each of numbers(4)) await flood(`198.51.${each}.1`, 10);
    expect(await countOf()).toBe(30);
  });

  test('speeds of a release that the site does not have count nothing, also with live pages of it', async () => {
    await live('198.51.100.1', { release: INVENTED });
    await speed('198.51.100.1', { release: INVENTED });
    expect(await countOf(INVENTED)).toBe(0);
  });

  test('speeds of invented routes count nothing, and take nothing from the count of their address', async () => {
    await flood('198.51.100.1', 30, (at) => ({ route: `/${at}` }));
    expect(await rowsOf()).toBe(0);
    await flood('198.51.100.1', 1);
    expect(await countOf()).toBe(1);
  });

  test('speeds of a route on which another part is live count nothing', async () => {
    await speed('198.51.100.1', { remote: 'contact' });
    expect(await rowsOf('contact')).toBe(0);
  });
}
