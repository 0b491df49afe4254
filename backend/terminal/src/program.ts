import { createServer } from 'node:net';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An error that the person at the terminal can fix. Its message is one sentence that names the remedy. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  /** The program that prints the error ends with it. */
  readonly exitCode: number = 1;
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}

const RUN = join(import.meta.dirname, '../../../tooling/run.cjs');

/** Node's arguments for a program. run.cjs runs sources of the workspace; files of installed packages run directly. */
export const programArguments = (file: string): string[] => (file.endsWith('.ts') ? [RUN, file] : [file]);

/** A port of 127.0.0.1 that was free a moment ago. Another program may have taken it since. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** Whether a process has this id, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Parses words and flags, without `--`. @throws UserError that names the wrong flag, and ends with the usage */
export function readFlags<Flags extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Flags,
  usage: string,
): ReturnType<typeof parseArgs<{ options: Flags; allowPositionals: true }>> {
  try {
    return parseArgs({ args: args.filter((arg) => arg !== '--'), options, allowPositionals: true });
  } catch (cause) {
    const [why] = String((cause as Error).message).split('. ');
    throw new UserError(`${why}. ${usage}`, { cause });
  }
}

/** The only word of a command that works on one folder. @throws UserError */
export function readFolder(args: readonly string[], usage: string): string {
  const [folder, second] = readFlags(args, {}, usage).positionals;
  if (!folder) throw new UserError(`No folder is named. ${usage}`);
  if (second) throw new UserError(`"${second}" is a second folder. ${usage}`);
  return folder;
}
