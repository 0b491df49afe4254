import type { SiteData } from '@site/contract/page-data';
import { todayInParis } from '@site/contract/today';
import { storeEdited } from '@site/release-core/config/edited-facts';
import { storeOwnerFiles } from '@site/release-core/config/owner-files';
import { readPublishableConfig } from '@site/release-core/config/publication';
import type { Store } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { hostedBackend, readSettings } from './settings';

interface Place {
  readonly root: string;
  readonly store: Store;
  readonly isDraft: boolean;
}

/**
 * The key of the backend on this machine comes from the current data, because only a running site has it.
 * @throws UserError when site.json is invalid or incomplete, or no longer names the hosted backend
 */
export async function readNewData({ root, store, isDraft }: Place, current: SiteData): Promise<SiteData> {
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
