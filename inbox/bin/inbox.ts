import { parseArgs } from 'node:util';
import { readOptions } from '@site/backend/src/options';
import { reasonOf, UserError } from '@site/backend/src/user-error';
import { withDatabase } from '@site/backend/src/with-database';
import type { Answer } from '../src/answer';
import { type Choices, commands } from '../src/commands';

const USAGE =
  'Usage: npx pnpm inbox [--csv | --json | confirm <id> | cancel <id> | export <e-mail> | erase <e-mail> [--yes] | purge [unwanted | flagged] [--yes] | retention [--confirm] | resend]';

const FLAGS = {
  csv: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  confirm: { type: 'boolean', default: false },
} as const;

async function runInbox(args: string[]): Promise<Answer> {
  const { positionals, values } = readArguments(args.filter((arg) => arg !== '--'));
  const [name = 'list', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const chosen = (Object.keys(FLAGS) as (keyof Choices)[]).filter((flag) => values[flag]);
  const isFitting = command?.takes(words, values) && chosen.every((flag) => command.flags.includes(flag));
  if (!command || !isFitting || chosen.length > 1) throw new UserError(USAGE);
  const options = readOptions(process.env);
  const work = { word: words[0] ?? '', choices: values, dataDir: options.dataDir };
  return withDatabase(options, (database) => command.run(database, work));
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (cause) {
    throw new UserError(USAGE, { cause });
  }
}

function print(answer: Answer): void {
  if (answer.ok) return void process.stdout.write(answer.text.endsWith('\n') ? answer.text : `${answer.text}\n`);
  console.error(answer.reason);
  process.exitCode = 1;
}

process.umask(0o077);
// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', () => process.exit(0));
runInbox(process.argv.slice(2))
  .then(print)
  .catch((error: unknown) => {
    console.error(error instanceof UserError ? error.message : `The inbox cannot be used: ${reasonOf(error)}`);
    process.exitCode = 1;
  });
