import { resolve } from 'node:path';
import { readTrustedProxies } from '@site/backend/options';
import type { Backend, Site } from '@site/contract/host';
import type { SiteData } from '@site/contract/page-data';
import { todayInParis } from '@site/contract/today';
import { storeEdited } from '@site/release-core/config/edited-facts';
import { storeOwnerFiles } from '@site/release-core/config/owner-files';
import { readPublishableConfig } from '@site/release-core/config/site-config';
import { type DataLocation, readDataLocation, type Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';

export interface Settings extends DataLocation {
  readonly port: number;
  readonly siteConfig: string;
  readonly backend: Backend | null;
  readonly proxies: number;
}

const DEFAULT_PORT = 4173;

export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  return {
    port: Number(env.PORT || DEFAULT_PORT),
    ...readDataLocation(env, root),
    siteConfig: resolve(root, env.SITE_CONFIG || 'site.json'),
    backend: readBackend(env.SUPABASE_URL, env.SUPABASE_ANON_KEY),
    proxies: readTrustedProxies(env.TRUST_PROXY),
  };
}

/** Null for the backend on this machine. */
export const hostedBackend = ({ backend }: Settings, configured: Backend): Backend | null =>
  backend ?? (configured.url ? configured : null);

export interface VisitorMails {
  readonly areOn: boolean;
  /** What mails to visitors still need: a mail server (`SMTP_URL`), the address of the site (`origin`) in links. */
  readonly lacks: readonly ('server' | 'origin')[];
}

/**
 * Mails to visitors are on as soon as they can leave and link to the site, unless the owner has said otherwise.
 * @param isHosted whether a hosted backend sends them: its function has a mail server
 */
export function visitorMailsOf(
  { visitorMails, origin }: Partial<Site>,
  env: NodeJS.ProcessEnv,
  isHosted = false,
): VisitorMails {
  const lacks = [
    ...(env.SMTP_URL || isHosted ? [] : (['server'] as const)),
    ...((env.SITE_ORIGIN ?? origin) ? [] : (['origin'] as const)),
  ];
  const choice = env.VISITOR_MAILS ? env.VISITOR_MAILS === 'true' : visitorMails;
  return { areOn: choice ?? lacks.length === 0, lacks };
}

const COSTS = {
  server: 'without SMTP_URL no mail leaves, so visitors keep only what they save of the recap',
  origin: 'without "origin" in site.json their mails have no link to manage the request',
} as const;

export const describeVisitorMails = ({ areOn, lacks }: VisitorMails): string =>
  [`Mails to visitors: ${areOn ? 'on' : 'off'}`, ...lacks.map((lack) => COSTS[lack])].join('; ').concat('.');

function readBackend(url = '', anonKey = ''): Backend | null {
  if (!url && !anonKey) return null;
  if (!url || !anonKey) throw new UserError('Set SUPABASE_URL and SUPABASE_ANON_KEY together, or neither of them.');
  if (!URL.canParse(url)) throw new UserError(`SUPABASE_URL is "${url}", which is not an address.`);
  return { url: url.replace(/\/$/, ''), anonKey };
}

interface DataOptions {
  readonly root: string;
  readonly store: Store;
  readonly isDraft: boolean;
}

/** The key of the backend on this machine comes from the current data, because only a running site has it. */
export async function readSiteData({ root, store, isDraft }: DataOptions, current: SiteData): Promise<SiteData> {
  const settings = readSettings(process.env, root);
  const { edited } = current;
  const config = await readPublishableConfig(settings.siteConfig, { isDraft, edited });
  const { site, backend: configured, files } = config;
  const hosted = hostedBackend(settings, configured);
  if (!hosted && current.backend.url) {
    throw new UserError('The site had a hosted backend and now names none: start it once with "npx pnpm start".');
  }
  const stored = await storeOwnerFiles(store, files);
  return {
    site,
    backend: hosted ?? current.backend,
    composedOn: todayInParis(),
    ...stored,
    ...storeEdited(config.edited),
  };
}
