import { readBackupOptions } from '../backup/automatic/backup-dir';
import { readOptions } from '../options';
import { readMailOptions } from '../worker/options';
import type { AllOptions } from './backend';

/** Reads the environment of a backend. @throws UserError naming the variable that cannot be used */
export function readAllOptions(env: NodeJS.ProcessEnv): AllOptions {
  const read = readOptions(env);
  return { ...read, backup: readBackupOptions(env, read.dataDir), mail: readMailOptions(env) };
}
