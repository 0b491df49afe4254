import { isDeepStrictEqual } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { DAY_MS } from '@site/contract/today';
import { type OpenWatch, openWatch } from '@site/release-dev/tests/open-watch';
import { activateAltered } from './broken-booking';
import { addQuietNetworks } from './counting-site';
import { runQuery } from './received';
import { copyReleases, startSite } from './site';
import { readIndex } from './specification';
import { expect } from './test';

const SHIPPED_LIMIT = '';
const ROUTE = '/booking';
/** Addresses that send at the same time. */
const AT_ONCE = 20;

/** What a program sends of a release of booking: it opens the page, and reports. */
const REPORTS = {
  live: { table: 'live_pages', row: {} },
  fail: { table: 'incidents', row: {} },
  preview: { table: 'incidents', row: { preview: true } },
  retry: { table: 'incidents', row: { mended: 'retry' } },
  'live elsewhere': { table: 'live_pages', row: { route: '/invented' } },
  'fail elsewhere': { table: 'incidents', row: { route: '/invented', script: 'invented.js', line: 1, column: 7 } },
} as const;
const OF_TABLE = { live_pages: {}, incidents: { phase: 'render', code: 'exception' } };

export interface Sent {
  readonly from: readonly string[];
  readonly acts: readonly ('open' | keyof typeof REPORTS)[];
  /** A browser without it. */
  readonly userAgent?: string;
  /** A day passes after each address. */
  readonly isDaily?: boolean;
}

/** A day passes for what the database has. Nothing but the watch looks at the clock of the site. */
const PASS_DAYS = (days: number) => `
  with incident as (update public.incidents set created_at = created_at - interval '${days} days'),
    report as (update private.incident_reports set created_at = created_at - interval '${days} days')
  update private.release_networks set since = since - interval '${days} days'`;

const HAS_SENT = `
  select bool_and(get_bit(known.sent, private.network_group(
      encode(substring(inet_send(one::inet) from 5 for case family(one::inet) when 6 then 6 else 3 end), 'hex'),
      'booking', $1)) = 1) as has
    from unnest($2::text[]) as one, (select coalesce(bit_or(sent), 0::bit(1024)) as sent
      from private.release_networks where remote = 'booking' and release = $1) as known`;

const KNOWN = `select from private.known_releases where remote = 'booking' and release = $1 and was_active`;

const EVIDENCE = 'select private.release_evidence($1) as evidence';

const STORED = `
  select (select count(*) from public.incidents i where i.release = $1 and i.mended is null and not i.preview)::integer as failures,
    (select count(*) from public.incidents)::integer + (select count(*) from private.page_counts)::integer
      + (select count(*) from private.live_reports)::integer + (select count(*) from private.incident_reports)::integer
      + (select count(*) from private.release_networks)::integer as rows`;

type Act = Sent['acts'][number];

interface Sender {
  readonly address: string;
  readonly apikey: string;
  readonly shell: string;
  readonly release: string;
}

async function act({ address, apikey, shell, release }: Sender, what: Act, headers: Readonly<Record<string, string>>) {
  if (what === 'open') {
    await (await fetch(`${address}${ROUTE}`, { headers: { ...headers, accept: 'text/html' } })).text();
    return;
  }
  const { table, row } = REPORTS[what];
  const body = { ...OF_TABLE[table], remote: 'booking', release, route: ROUTE, ...row };
  await fetch(`${address}/rest/v1/${table}`, {
    method: 'POST',
    headers: { ...headers, apikey, 'content-type': 'application/json' },
    body: JSON.stringify(table === 'live_pages' ? { ...body, shell } : body),
  });
}

async function sendAll(sender: Sender, { from, acts, userAgent, isDaily }: Sent, passDay: () => Promise<unknown>) {
  const atOnce = isDaily ? 1 : AT_ONCE;
  for (let first = 0; first < from.length; first += atOnce) {
    await Promise.all(
      from.slice(first, first + atOnce).map(async (network) => {
        const headers = { 'x-forwarded-for': network, ...(userAgent && { 'user-agent': userAgent }) };
        for (const what of acts) await act(sender, what, headers);
      }),
    );
    if (isDaily) await passDay();
  }
}

interface Judged {
  readonly watch: OpenWatch;
  /** What the database counts of the new release. */
  readonly since: object | undefined;
  /** When it looked at the earliest, by the clock of the site. */
  readonly from: number;
}

/**
 * Whether the automatic rollback's verdict has all that is counted.
 * @param isLast only a verdict that ends the watch will do
 */
async function hasJudged({ watch, since, from }: Judged, isLast: boolean): Promise<boolean> {
  if (await watch.readEnd()) return true;
  const look = isLast ? null : await watch.readLook();
  return look !== null && Date.parse(look.at) >= from && isDeepStrictEqual(look.parts[0]?.since, since);
}

/**
 * A started site with the shipped limits, whose booking had 900 networks and no failure. Another release of it is
 * activated by `activate`.
 */
export async function startWatchedBooking(request: APIRequestContext) {
  const dataDir = copyReleases();
  let ahead = 0;
  const env = () => ({ TRUST_PROXY: '1', DAYS_AHEAD: String(ahead) });
  const start = () => startSite(dataDir, { limit: SHIPPED_LIMIT, env: env(), passesMinutes: true });
  let site = await start();
  const index = () => readIndex(request, `${site.address}${ROUTE}`);
  const [, apikey = ''] = /"anonKey":"([^"]+)"/.exec(await (await request.get(site.address)).text()) ?? [];
  const { shell, remotes } = await index();
  let release = remotes.booking?.id ?? '';
  let watch: OpenWatch;
  const query = async <Row extends object>(text: string, values: readonly unknown[] = [release]) =>
    (await runQuery<Row>(text, values, dataDir))[0];

  /** Resolves when the database knows to whom the pages were sent. */
  async function waitForNetworks({ from }: Sent) {
    const has = async () => {
      site.passMinute();
      return (await query<{ has: boolean }>(HAS_SENT, [release, from]))?.has;
    };
    await expect.poll(has, { intervals: [50], message: 'the database has the networks' }).toBe(true);
  }

  const passDays = (days: number) => query(PASS_DAYS(days), []);

  return {
    send: async (sent: Sent) => {
      await sendAll({ address: site.address, apikey, shell: shell.id, release }, sent, () => passDays(1));
      if (!sent.userAgent && sent.acts.includes('open')) await waitForNetworks(sent);
    },
    activate: async () => {
      // What was sent until now was two days ago.
      await passDays(2);
      const previous = await activateAltered({ address: site.address, dataDir }, 'next');
      await addQuietNetworks(dataDir, 'booking', previous);
      watch = await openWatch(dataDir);
      release = watch.parts[0]?.id ?? '';
      await expect.poll(async () => (await index()).remotes.booking?.id).toBe(release);
      await expect.poll(() => query(KNOWN)).toBeDefined();
    },
    /**
     * Judges as the automatic rollback does, with all that the database has.
     * @param isLast waits until the watch has ended
     */
    verdict: async (isLast = false) => {
      const found = await query<{ evidence: readonly Pick<Judged, 'since'>[] }>(EVIDENCE, [
        JSON.stringify(watch.parts),
      ]);
      const judged = { watch, since: found?.evidence[0]?.since, from: Date.now() + (ahead - 0.5) * DAY_MS };
      const passMinute = () => {
        site.passMinute();
        return hasJudged(judged, isLast);
      };
      await expect
        .poll(passMinute, { intervals: [50], message: 'the automatic rollback has judged all reports' })
        .toBe(true);
      const end = await watch.readEnd();
      return end ? [end.verdict, end.because].filter(Boolean).join(' for ') : 'watching';
    },
    /** Starts the site again, with a clock that is ahead. */
    passDays: async (days: number) => {
      await site.stop();
      ahead = days;
      site = await start();
    },
    stored: () => query<{ failures: number; rows: number }>(STORED),
    stop: () => site.stop(),
  };
}
