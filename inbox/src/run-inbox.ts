import { readOptions } from '@site/backend/options';
import { withDatabase } from '@site/backend/with-database';
import { readFlags } from '@site/terminal/read-flags';
import { reasonOf, UserError } from '@site/terminal/user-error';
import type { Answer } from './answer';
import { type Command, commands, type Flags } from './commands';

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
  const { positionals, values } = readFlags(args, FLAGS, USAGE);
  const [name = 'list', word = ''] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UserError(`There is no "${name}". ${USAGE}`);
  requireAccepted(command, positionals, values);
  const options = readOptions(env);
  const work = { word, flags: values, dataDir: options.dataDir, width };
  const answer = await withDatabase(options, (database) => command.run(database, work));
  return answer.ok ? { ok: true, text: withNewline(answer.text) } : answer;
}

function requireAccepted(command: Command, [name = 'list', ...words]: readonly string[], flags: Flags) {
  const chosen = (Object.keys(FLAGS) as (keyof Flags)[]).filter((flag) => flags[flag]);
  const foreign = chosen.find((flag) => !command.flags.includes(flag));
  if (foreign) throw new UserError(`"${name}" takes no --${foreign}. ${USAGE}`);
  if (chosen.length > 1) throw new UserError(`--${chosen.join(' and --')} exclude each other. ${USAGE}`);
  const notDay = flags['also-confirmed']?.find((day) => !/^\d{4}-\d\d-\d\d$/.test(day));
  if (notDay !== undefined) throw new UserError(`--also-confirmed is "${notDay}": write a day as 2027-12-31. ${USAGE}`);
  if (command.accepts(words, flags)) return;
  throw new UserError(
    words.length > 0 ? `"${name}" does not take "${words.join(' ')}". ${USAGE}` : `"${name}" lacks a word. ${USAGE}`,
  );
}

const withNewline = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
