import { runInbox } from '@site/inbox/src/run-inbox';

export interface Entry {
  readonly kind: 'contact' | 'reservation';
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly isAgefice: boolean;
  readonly message: string | null;
  /** yyyy-MM-dd, ascending */
  readonly dates: readonly string[];
}

/** One visitor's requests, newest first, as `pnpm inbox --json` prints them. */
export async function readInbox(email: string, dataDir = process.env.E2E_DATA_DIR): Promise<Entry[]> {
  const answer = await runInbox(['--json'], { env: { ...process.env, DATA_DIR: dataDir }, width: undefined });
  if (!answer.ok) throw new Error(answer.reason);
  return (JSON.parse(answer.text) as Entry[]).filter((entry) => entry.email === email);
}
