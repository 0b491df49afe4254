import type { SiteData } from '../compose/shell-build';
import { hostedBackend, readSettings } from '../settings';
import { readSiteConfig } from '../site/site-config';
import { todayInParis } from '../today';
import { UserError } from '../user-error';

/**
 * What pages are to be composed with from now on. The key of the embedded backend is known to nobody but a running site,
 * so it is taken from what the pages were composed with before.
 * @throws UserError when site.json is wrong, or names no backend where there was a hosted one
 */
export async function readNewData(root: string, before: SiteData): Promise<SiteData> {
  const settings = readSettings(process.env, root);
  const { site, backend: configured } = await readSiteConfig(settings.siteConfig);
  const hosted = hostedBackend(settings, configured);
  if (!hosted && before.backend.url) {
    throw new UserError('The site had a hosted backend and now names none: start it once with "npx pnpm start".');
  }
  return { site, backend: hosted ?? before.backend, composedOn: todayInParis() };
}
