import { join } from 'node:path';
import { readManifest } from './packages';

/** Versions of React that differ by more than a patch. */
export interface ReactVersions {
  /** The remote was built and tested with it. */
  readonly own: string;
  /** The active shell runs the remote with it. */
  readonly provided: string;
}

/**
 * @param folder of the remote
 * @param provided by the active shell
 * @returns null when the minor versions are the same, or one of them is unknown
 */
export function compareReact(folder: string, provided: string | undefined): ReactVersions | null {
  const { version: own } = readManifest(join(folder, 'node_modules/react'));
  if (!own || !provided || minorOf(own) === minorOf(provided)) return null;
  return { own, provided };
}

const minorOf = (version: string) => version.split('.', 2).join('.');
