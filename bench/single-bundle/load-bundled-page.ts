import type { PageModule } from '@site/contract/host';

/** The page in this bundle. The entry sets it before the shell starts. */
export const bundled: { page?: PageModule } = {};

/**
 * Replaces the shell's Module Federation call: the page's code is already in the bundle.
 * @public The bundler's configuration replaces the shell's module with this one.
 */
export async function loadRemotePage(): Promise<PageModule> {
  if (!bundled.page) throw new Error('The bundle has no page.');
  return bundled.page;
}
