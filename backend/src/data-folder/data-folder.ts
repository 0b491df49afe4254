import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { reasonOf, UserError } from '@site/terminal/user-error';
import { closeToOthers } from './private-folder';

/**
 * Creates the data folder and makes it private to its user, as it contains visitors' names and telephone numbers.
 * @returns a sentence for the user if other users had access to something in it
 * @throws UserError when it is not writable or contains files of another user
 */
export function prepareDataFolder(dataDir: string): string | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new UserError(
      `The data folder ${dataDir} cannot be written to (${reasonOf(cause)}): change its rights, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  const count = closeToOthers(realpathSync(dataDir));
  return count > 0
    ? `${dataDir} was open to other users of this machine: ${count} files and folders are closed now.`
    : null;
}
