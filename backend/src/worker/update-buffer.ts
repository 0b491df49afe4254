import type { Queryable } from '@site/supabase/functions/_shared/drain';
import { storeFacts } from '@site/supabase/functions/_shared/settings';
import { runAll } from '@site/supabase/functions/_shared/tick/tick';
import type { PageCounts, SentNetworks, SiteUpdate, WatchNotice } from '../process/site-messages';
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
  const pages = createSum<PageCounts>((counts) =>
    database.query('select private.add_served_pages($1)', [JSON.stringify(counts)]),
  );
  const networks = createSum<SentNetworks>(({ sent, opened }) =>
    database.query('select private.add_served_networks($1, $2)', [JSON.stringify(sent), JSON.stringify(opened)]),
  );
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
  const saveNotices = async () => {
    for (const [key, notice] of notices) {
      await database.query('select private.tell_watched_change($1)', [JSON.stringify(notice)]);
      notices.delete(key);
    }
  };
  const saveAll = async () => {
    if (!(await mayWrite())) return;
    await runAll([saveSettings, saveReleases, pages.save, networks.save, saveNotices]);
  };
  // Saves run one after another: an older list must not overwrite a newer one.
  let saved: Promise<void> = Promise.resolve();
  return {
    add: (update) => {
      if (update.releases) releases = update.releases;
      if (update.watchNotice)
        notices.set(`${update.watchNotice.seq} ${update.watchNotice.outcome}`, update.watchNotice);
      if (update.servedPages) pages.add(update.servedPages);
      if (update.servedNetworks) networks.add(update.servedNetworks);
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

/** Sums counts until they are written. Those of a failed write, and what arrives meanwhile, come with the next one. */
function createSum<Counts extends object>(write: (counts: Counts) => Promise<unknown>) {
  let sum: Counts | undefined;
  const add = (more: Counts) => {
    sum = merged(sum, more) as Counts;
  };
  return {
    add,
    save: async () => {
      const counts = sum;
      if (!counts) return;
      sum = undefined;
      await write(counts).catch((error: unknown) => {
        add(counts);
        throw error;
      });
    },
  };
}

/** Adds numbers and joins lists that have the same place in two objects. */
function merged(one: unknown, other: unknown): unknown {
  if (one === undefined) return other;
  if (typeof one === 'number') return one + Number(other);
  if (Array.isArray(one) && Array.isArray(other)) return [...new Set([...one, ...other])];
  const sum = { ...(one as Record<string, unknown>) };
  for (const [key, value] of Object.entries(other as object)) sum[key] = merged(sum[key], value);
  return sum;
}
