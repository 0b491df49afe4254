import { accessSync, constants, mkdirSync } from 'node:fs';
import { reasonOf, SetupError } from './setup-error';

/**
 * Makes sure that the data folder is there and can be written to. Made anew it is the owner's
 * alone: it holds visitors' names and telephone numbers.
 * @throws SetupError
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new SetupError(
      `The data folder ${dataDir} cannot be written to (${reasonOf(cause)}): change its rights, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}
