import { UserError } from '@site/terminal/user-error';
import { backUp } from '../../src/start/back-up';
import { restore } from '../../src/start/restore';
import { runOwnerCommand } from '../../src/start/run-owner-command';
import type { Printed } from './run-tool';

type Warn = (line: string) => void;
type Env = Readonly<Record<string, string>>;

const commands = {
  owner: (args: string[], env: NodeJS.ProcessEnv) => runOwnerCommand(args, env),
  backup: (args: string[], env: NodeJS.ProcessEnv) => backUp(args, env),
  restore: (args: string[], env: NodeJS.ProcessEnv, warn: Warn) => withEmptyTemplate(() => restore(args, env, warn)),
};

/** Runs one of the owner's commands in this process. Rejects with an error that is none of the user's. */
export async function runCommand(name: keyof typeof commands, env: Env, ...args: string[]): Promise<Printed> {
  const warnings: string[] = [];
  const warn = (line: string) => warnings.push(`${line}\n`);
  try {
    const text = await commands[name](args, { ...process.env, ...env }, warn);
    return { code: 0, stdout: `${text}\n`, stderr: warnings.join('') };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { code: 1, stdout: '', stderr: `${error.message}\n` };
  }
}

/** A restore applies the migrations of its backup to an empty database. */
async function withEmptyTemplate<Result>(work: () => Promise<Result>): Promise<Result> {
  const { DATABASE_TEMPLATE = '', EMPTY_DATABASE_TEMPLATE = '' } = process.env;
  process.env.DATABASE_TEMPLATE = EMPTY_DATABASE_TEMPLATE;
  return work().finally(() => {
    process.env.DATABASE_TEMPLATE = DATABASE_TEMPLATE;
  });
}
