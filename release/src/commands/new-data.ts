import type { SiteData } from '@site/contract/page-data';
import { todayInParis } from '@site/contract/today';
import { hostedBackend, readSettings } from '../settings';
import { readSiteConfig } from '../site/config/site-config';
import { UserError } from '../user-error';

/**
 * Reads the data of the next composition from site.json and the environment. Only a running site has the key of the
 * embedded backend, so that it is taken from the current data.
 * @throws UserError when site.json is wrong, or names no backend where there was a hosted one
 */
export async function readNewData(root: string, current: SiteData): Promise<SiteData> {
  const settings = readSettings(process.env, root);
  const { site, backend: configured } = await readSiteConfig(settings.siteConfig);
  const hosted = hostedBackend(settings, configured);
  if (!hosted && current.backend.url) {
    throw new UserError('The site had a hosted backend and now names none: start it once with "npx pnpm start".');
  }
  return { site, backend: hosted ?? current.backend, composedOn: todayInParis() };
}
