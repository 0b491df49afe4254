import { runInbox } from '../../src/commands/inbox/run-inbox';
import type { TestBackend } from './backend';
import type { ProgramResult } from './programs';

/** Runs `npx pnpm inbox <args>` in this process; other tests run it as a separate process. */
export function inbox(env: Record<string, string>, ...args: string[]): Promise<ProgramResult> {
  return runInbox(args, { env, width: undefined }).then(
    (stdout) => ({ code: 0, stdout, stderr: '' }),
    (error: Error) => ({ code: 1, stdout: '', stderr: `${error.message}\n` }),
  );
}

/** Inserts a reservation whose name contains a control character of text direction. */
export const addReservation = ({ owner }: TestBackend, id: string) =>
  owner.query('insert into public.reservations (id, name, email, status) values ($1, $2, $3, $4)', [
    id,
    'Élodie\u202e Petit',
    'elodie@exemple.fr',
    'nouvelle',
  ]);
