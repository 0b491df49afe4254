import { startBackend } from '../../src/start/backend';
import { readAllOptions } from '../../src/start/read-all-options';

/** The message of the error with which a backend refuses to start in this process; it starts without backups unless `env` has BACKUP_DIR. */
export async function refusalOfStart(env: Readonly<Record<string, string>>): Promise<string> {
  const start = async () => startBackend(readAllOptions({ BACKUP_DIR: '', DATABASE_URL: '', ...env }));
  return start().then(
    (backend) => backend.stop().then(() => 'It has started.'),
    (error: Error) => error.message,
  );
}
