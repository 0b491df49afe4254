import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { storeFacts } from '@site/supabase/functions/_shared/settings';
import { runAll } from '@site/supabase/functions/_shared/tick/tick';
import type { NetworkGroups, PageCounts, SentNetworks, SiteUpdate, WatchNotice } from '../process/site-messages';
import type { MailOptions } from './delivery';

interface UpdateBuffer {
  readonly add: (update: SiteUpdate) => void;
  /** Writes the buffer to the database. After a failure it is kept for the next call. */
  readonly save: () => Promise<void>;
}

/**
 * Buffers the site's updates until the database has stored them: the latest list of releases, the sum of the pages.
 * @param mail the present options. The database needs some of them: whether visitors get mails, the prices, the link
 * of the video call.
 */
export function createUpdateBuffer(
  database: Queryable,
  mayWrite: () => Promise<boolean>,
  mail: () => Pick<MailOptions, 'visitorMails' | 'facts'>,
): UpdateBuffer {
  let releases: SiteUpdate['releases'];
  let pages: PageCounts = {};
  let networks: SentNetworks = NO_NETWORKS;
  const notices = new Map<string, WatchNotice>();
  let savedSettings = '';

  const saveReleases = async () => {
    const list = releases;
    if (!list) return;
    await writeReleases(database, list);
    // A newer list may have arrived meanwhile.
    if (releases === list) releases = undefined;
  };
  const saveSettings = async () => {
    const { visitorMails, facts } = mail();
    const settings = JSON.stringify([visitorMails, facts.prices, facts.videoLink, facts.hours]);
    if (settings === savedSettings) return;
    if (visitorMails !== null) await database.query('select private.set_visitor_mails($1)', [visitorMails]);
    await storeFacts(database, facts);
    savedSettings = settings;
  };
  const savePages = async () => {
    const counts = pages;
    if (Object.keys(counts).length === 0) return;
    // What arrives meanwhile is saved with the next call.
    pages = {};
    try {
      await database.query('select private.add_served_pages($1)', [JSON.stringify(counts)]);
    } catch (error) {
      pages = sumOf(counts, pages);
      throw error;
    }
  };
  const saveNetworks = async () => {
    const groups = networks;
    if (Object.keys(groups.sent).length === 0) return;
    networks = NO_NETWORKS;
    try {
      await writeNetworks(database, groups);
    } catch (error) {
      networks = unionOf(groups, networks);
      throw error;
    }
  };
  const saveNotices = async () => {
    for (const [key, notice] of notices) {
      await database.query('select private.tell_watched_change($1)', [JSON.stringify(notice)]);
      notices.delete(key);
    }
  };
  const saveAll = async () => {
    if (!(await mayWrite())) return;
    await runAll([saveSettings, saveReleases, savePages, saveNetworks, saveNotices]);
  };
  // Saves run one after another: an older list must not overwrite a newer one.
  let saved: Promise<void> = Promise.resolve();
  return {
    add: (update) => {
      if (update.releases) releases = update.releases;
      if (update.watchNotice)
        notices.set(`${update.watchNotice.seq} ${update.watchNotice.outcome}`, update.watchNotice);
      if (update.servedPages) pages = sumOf(pages, update.servedPages);
      if (update.servedNetworks) networks = unionOf(networks, update.servedNetworks);
    },
    save: () => {
      saved = saved.catch(() => undefined).then(saveAll);
      return saved;
    },
  };
}

async function writeReleases(database: Queryable, list: NonNullable<SiteUpdate['releases']>) {
  const [active, published, described] = [list.active, list.published, list.described].map((one) =>
    JSON.stringify(one),
  );
  await database.query('select private.set_known_releases($1, $2)', [active, published]);
  await database.query('select private.describe_releases($1)', [described]);
}

const writeNetworks = (database: Queryable, { sent, opened }: SentNetworks) =>
  database.query('select private.add_served_networks($1, $2)', [JSON.stringify(sent), JSON.stringify(opened)]);

function sumOf(some: PageCounts, more: PageCounts): PageCounts {
  const sum = structuredClone(some) as Record<string, Record<string, Record<string, number>>>;
  for (const [part, releases] of Object.entries(more)) {
    for (const [release, routes] of Object.entries(releases)) {
      for (const [route, pages] of Object.entries(routes)) {
        const ofPart = sum[part] ?? {};
        const ofRelease = ofPart[release] ?? {};
        sum[part] = { ...ofPart, [release]: { ...ofRelease, [route]: (ofRelease[route] ?? 0) + pages } };
      }
    }
  }
  return sum;
}

const NO_NETWORKS: SentNetworks = { sent: {}, opened: {} };

const unionOf = (some: SentNetworks, more: SentNetworks): SentNetworks => ({
  sent: unionOfGroups(some.sent, more.sent),
  opened: unionOfGroups(some.opened, more.opened),
});

function unionOfGroups(some: NetworkGroups, more: NetworkGroups): NetworkGroups {
  const union: Record<string, Readonly<Record<string, readonly number[]>>> = { ...some };
  for (const [part, releases] of Object.entries(more)) {
    for (const [release, groups] of Object.entries(releases)) {
      const counted = union[part]?.[release] ?? [];
      union[part] = { ...union[part], [release]: [...new Set([...counted, ...groups])] };
    }
  }
  return union;
}
