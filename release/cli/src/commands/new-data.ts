import type { SiteData } from '@site/contract/page-data';
import { todayInParis } from '@site/contract/today';
import { storeOwnerFiles } from '@site/release-core/config/owner-files';
import { readPublishableConfig } from '@site/release-core/config/publication';
import { UserError } from '@site/release-core/user-error';
import { hostedBackend, readSettings } from '@site/server/settings';
import type { Context } from './command';

/**
 * The key of the backend on this machine comes from the current data, because only a running site has it.
 * @throws UserError when site.json is invalid or incomplete, or no longer names the hosted backend
 */
export async function readNewData({ root, store, options }: Context, current: SiteData): Promise<SiteData> {
  const settings = readSettings(process.env, root);
  const { site, backend: configured, files } = await readPublishableConfig(settings.siteConfig, options.isDraft);
  const hosted = hostedBackend(settings, configured);
  if (!hosted && current.backend.url) {
    throw new UserError('The site had a hosted backend and now names none: start it once with "npx pnpm start".');
  }
  const stored = await storeOwnerFiles(store, files);
  return { site, backend: hosted ?? current.backend, composedOn: todayInParis(), ...stored };
}
