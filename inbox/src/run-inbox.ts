import { parseArgs } from 'node:util';
import { readOptions } from '@site/backend/options';
import { withDatabase } from '@site/backend/with-database';
import { reasonOf, UserError } from '@site/terminal/user-error';
import type { Answer } from './answer';
import { commands, type Flags } from './commands';

const USAGE =
  'Usage: npx pnpm inbox [--csv | --json | confirm <id> [--also-confirmed <day>]... | cancel <id> | export <e-mail> | erase <e-mail> [--yes] | purge [unwanted | flagged] [--yes] | retention [--confirm] | resend]';

const FLAGS = {
  csv: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  confirm: { type: 'boolean', default: false },
  'also-confirmed': { type: 'string', multiple: true },
} as const;

interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  /** In characters; undefined where the output is not a terminal. */
  readonly width: number | undefined;
}

/** Never rejects: each failure is one sentence. */
export async function runInbox(args: readonly string[], terminal: Terminal): Promise<Answer> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    const reason = error instanceof UserError ? error.message : `The inbox cannot be used: ${reasonOf(error)}`;
    return { ok: false, reason };
  }
}

async function runCommand(args: readonly string[], { env, width }: Terminal): Promise<Answer> {
  const { positionals, values } = readArguments(args.filter((arg) => arg !== '--'));
  const [name = 'list', ...words] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const chosen = (Object.keys(FLAGS) as (keyof Flags)[]).filter((flag) => values[flag]);
  const isAccepted = command?.accepts(words, values) && chosen.every((flag) => command.flags.includes(flag));
  if (!command) throw new UserError(`There is no "${name}". ${USAGE}`);
  if (!isAccepted || chosen.length > 1) throw new UserError(USAGE);
  const options = readOptions(env);
  const work = { word: words[0] ?? '', flags: values, dataDir: options.dataDir, width };
  const answer = await withDatabase(options, (database) => command.run(database, work));
  return answer.ok ? { ok: true, text: withNewline(answer.text) } : answer;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true });
  } catch (cause) {
    throw new UserError(USAGE, { cause });
  }
}

const withNewline = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
