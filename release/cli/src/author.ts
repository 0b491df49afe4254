import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isReservedName } from '@site/contract/log-names';
import { machineUser } from '@site/release-core/changes/change';
import { UserError } from '@site/release-core/user-error';

const LONGEST = 100;
const isLine = (text: string) => text.trim() !== '' && text.length <= LONGEST && !/\p{Cc}/u.test(text);

/** @throws UserError when the name would break the lines of the log, or pass as the site itself in it */
export function requireAuthorName(flag: string, text: string): string {
  if (isReservedName(text)) {
    throw new UserError(
      `--${flag} ${JSON.stringify(text)}: the log uses this name for the site itself, choose another.`,
    );
  }
  if (isLine(text)) return text.trim();
  throw new UserError(`--${flag} is one line of at most ${LONGEST} characters, without control characters.`);
}

/** `--as`, else git's author, else the machine's user. @throws UserError as `requireAuthorName` does */
export async function readAuthor(as: string | undefined, root: string): Promise<string> {
  if (as !== undefined) return requireAuthorName('as', as);
  const names = [process.env.GIT_AUTHOR_NAME, await readUserName(root)];
  return names.find((name) => name !== undefined && isLine(name) && !isReservedName(name))?.trim() ?? machineUser();
}

async function readUserName(root: string): Promise<string> {
  const configured = promisify(execFile)('git', ['config', 'user.name'], { cwd: root, env: process.env });
  return configured.then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
