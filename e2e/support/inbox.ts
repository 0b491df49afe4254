import { runInbox } from '@site/inbox/run-inbox';
import type { OwnedRequest } from '@site/supabase/requests';

/** One visitor's requests, newest first, as `pnpm inbox --json` prints them. */
export async function readInbox(email: string, dataDir = process.env.E2E_DATA_DIR): Promise<OwnedRequest[]> {
  const answer = await runInbox(['--json'], { env: { ...process.env, DATA_DIR: dataDir }, width: undefined });
  if (!answer.ok) throw new Error(answer.reason);
  return (JSON.parse(answer.text) as OwnedRequest[]).filter((entry) => entry.email === email);
}
