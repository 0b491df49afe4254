import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '@site/release-core/user-error';

/** The file has a line for each site, as in `https://www.example.fr site_release_…`. */
export function tokenFile(env: NodeJS.ProcessEnv): string {
  if (env.RELEASE_TOKEN_FILE) return env.RELEASE_TOKEN_FILE;
  return join(env.XDG_CONFIG_HOME || join(homeOfUser(), '.config'), 'site-release', 'tokens');
}

/** A user id without a name, as in a container, may have no home folder. */
function homeOfUser(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

/** A later line for the same site takes precedence. @throws UserError when others may read the file */
export async function readTokenFile(env: NodeJS.ProcessEnv, origin: string): Promise<string | null> {
  const file = tokenFile(env);
  const text = await readPrivate(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof UserError) throw cause;
    if (cause.code === 'ENOENT' && !env.RELEASE_TOKEN_FILE) return '';
    throw new UserError(`The file of tokens, ${file}, cannot be read (${cause.code}): correct RELEASE_TOKEN_FILE.`, {
      cause,
    });
  });
  const tokens = text.split('\n').flatMap((line, at) => readLine(line.trim(), `${file}, line ${at + 1}`));
  return tokens.findLast((one) => one.origin === origin)?.token ?? null;
}

async function readPrivate(file: string): Promise<string> {
  const { mode } = await stat(file);
  // Windows has no such bits: there, a user's folder is private.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new UserError(`Others may read the tokens in ${file}: type chmod 600 ${JSON.stringify(file)}.`);
  }
  return readFile(file, 'utf8');
}

/** The message does not include the line, which may be a secret. */
function readLine(line: string, where: string) {
  if (line === '' || line.startsWith('#')) return [];
  const [address = '', token = '', ...more] = line.split(/\s+/);
  if (URL.canParse(address) && token && more.length === 0) return [{ origin: new URL(address).origin, token }];
  throw new UserError(`${where} is not the address of a site, a space and its token: correct it.`);
}
