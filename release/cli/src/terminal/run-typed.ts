import { parseArgs } from 'node:util';
import { parseWhy } from '@site/release-core/changes/arguments';
import type { Flags } from '@site/release-core/command-row';
import { lazyFrom } from '@site/release-core/lazy';
import { UserError } from '@site/release-core/user-error';
import { readFlags } from '@site/terminal/program';
import { type Command, type CommandOutput, type Context, type Options, readCount, type Values } from '../command';
import { COMMANDS } from '../commands/all-commands';

const lazy = lazyFrom(import.meta.url);

export async function runTyped(args: readonly string[], root: string) {
  const typed = readArguments(args);
  const help = () => lazy<typeof import('./help')>('./help');
  if (!typed) return { output: help().describeAll(), isBad: false };
  if (typed.values.help) return { output: help().describeOne(typed.name), isBad: false };
  const { text, json, isBad = false } = await run(typed, root);
  if (typed.values.json) return { output: JSON.stringify(json, null, 2), isBad };
  return { output: typed.values['dry-run'] ? `${text}\nA dry run: nothing was changed.` : text, isBad };
}

async function run({ name, command, words, values }: ParsedCommand, root: string): Promise<CommandOutput> {
  const address = command.runsOn === 'no-site' ? undefined : (values.site ?? (process.env.SITE || undefined));
  if (address !== undefined && values.as !== undefined) {
    throw new UserError('The log of that site names the team of your token: leave out --as.');
  }
  if (address !== undefined && command.runsOn === 'site-machine') {
    const elsewhere = Object.entries(COMMANDS).filter(([, one]) => isForElsewhere(one));
    const names = elsewhere.map(([one]) => one).join(', ');
    throw new UserError(`"${name}" runs on the site's machine only: from elsewhere run ${names}.`);
  }
  const options = await readOptions(values, root);
  const { openSiteStore, readDataLocation, requireSafeWrites } = lazy<typeof import('@site/release-core/store/store')>(
    '@site/release-core/store/store',
  );
  const given = { root, ...readDataLocation(process.env, root), options };
  if (address !== undefined) {
    const { openSite } = lazy<typeof import('../client/site')>('../client/site');
    const site = await openSite(address, values.site ? '--site' : 'SITE');
    return runCommand(name, { ...given, store: site.store, site }, words);
  }
  const store = openSiteStore(given.dataDir, given.objectStore);
  if (!command.onlyReadsStore && !options.isDry) await requireSafeWrites(store);
  return runCommand(name, { ...given, store }, words);
}

const isForElsewhere = ({ runsOn }: Command) => runsOn === 'site' || runsOn === 'this-machine';

export async function runCommand(
  name: string,
  context: Context<Values>,
  words: readonly string[],
): Promise<CommandOutput> {
  const command = requireCommand(name);
  const { onlyReadsStore = false } = command;
  const { site, options } = context;
  const loaded = command.load();
  if (typeof loaded === 'function') {
    const local = (store: Context['store']) => loaded({ ...context, store }, ...words);
    if (site) return local(site.store);
    const { runInStore } = lazy<typeof import('@site/release-core/store/run-in-store')>(
      '@site/release-core/store/run-in-store',
    );
    return runInStore(command, { ...context, tell: (line) => console.error(line) }, local);
  }
  const body = bodyOf(command, options, words);
  if (site) {
    const { askSite, wordAnswerOf } = lazy<typeof import('./ask-site')>('./ask-site');
    const found = await askSite(site, { name, isReadOnly: onlyReadsStore, body });
    return wordAnswerOf(site, () => loaded.describe(found, options, words));
  }
  const { execute } = lazy<typeof import('@site/release-server/interface/execute')>(
    '@site/release-server/interface/execute',
  );
  const caller = { who: options.who, runChecks };
  return loaded.describe(await execute(context, caller, { name, body }), options, words);
}

const runChecks = (run: Parameters<typeof import('../check/check-pairs')['runChecks']>[0]) =>
  lazy<typeof import('../check/check-pairs')>('../check/check-pairs').runChecks(run);

/** Omits options that were not given: the site has its own defaults. */
function bodyOf({ flags = {} }: Command, options: Options<Values>, words: readonly string[]) {
  const { why, isDry } = options;
  const values = Object.entries(flags).map(([flag, { key = flag, isCount }]) => {
    const value = options[flag];
    return [key, isCount && value !== undefined ? readCount(flag, String(value)) : value] as const;
  });
  const isGiven = (value: unknown) => Boolean(Array.isArray(value) ? value.length : value) || value === 0;
  return {
    words,
    ...Object.fromEntries([['why', why], ['isDry', isDry], ...values].filter(([, value]) => isGiven(value))),
  };
}

export const COMMON_FLAGS = {
  site: { value: '<address>', description: 'runs it on the site at https://…; by default on SITE' },
  'dry-run': { description: 'runs the whole command and changes nothing' },
  json: { description: 'answers in JSON' },
  why: { value: '"…"', description: 'the reason, for the log' },
  as: { value: '"…"', description: "the person, for the log; git's author by default" },
  help: { description: 'lists commands, or the flags of one' },
} as const satisfies Flags;

export interface ParsedCommand {
  readonly name: string;
  readonly command: Command;
  readonly words: readonly string[];
  readonly values: Values<typeof COMMON_FLAGS> & Values;
}

/** Null for help without a command. @throws UserError for an unknown command or flag, or a wrong number of words */
export function readArguments(typed: readonly string[]): ParsedCommand | null {
  const args = typed.filter((arg) => arg !== '--');
  const start = parseArgs({ args, options: optionsOf(COMMON_FLAGS), strict: false, allowPositionals: true });
  const [name] = start.positionals;
  if (name === undefined || name === 'help') {
    if (start.values.help || name === 'help') return null;
    throw new UserError(
      `Name a command: ${Object.keys(COMMANDS).join(', ')}. "npx pnpm release --help" explains them.`,
    );
  }
  const command = requireCommand(name);
  // A command of the site's machine takes --site to say where it runs.
  const flags = { ...flagsOf(command), ...(command.runsOn === 'site-machine' && { site: COMMON_FLAGS.site }) };
  const parsed = readFlags(args, optionsOf(flags), `"npx pnpm release ${name} --help" lists its flags.`);
  const words = parsed.positionals.slice(1);
  const values = withDefaults(flags, parsed.values);
  const { usage, minWords = 0, maxWords = minWords } = command;
  const wrong =
    words.length < minWords
      ? `lacks its ${usage.split(' ')[words.length]}`
      : words[maxWords] && `takes no "${words[maxWords]}"`;
  if (wrong && !values.help) {
    throw new UserError(`${name} ${wrong}: Usage: npx pnpm release ${`${name} ${usage}`.trimEnd()}`);
  }
  return { name, command, words, values };
}

/** The flags as `parseArgs` takes them. */
const optionsOf = (flags: Flags) =>
  Object.fromEntries(
    Object.entries(flags).map(([flag, { value, multiple = false }]) => {
      return [flag, { type: value ? 'string' : 'boolean', multiple } as const];
    }),
  );

/** Own and common flags of a command; `--site` only where another site can run it, or get its result. */
export function flagsOf(command: Command): Flags {
  const { site, ...others } = COMMON_FLAGS;
  return { ...command.flags, ...(isForElsewhere(command) && { site }), ...others };
}

export const withDefaults = (flags: Flags, given: object) =>
  ({
    ...Object.fromEntries(
      Object.entries(flags).map(([flag, { value, multiple }]) => [flag, value ? multiple && [] : false]),
    ),
    ...given,
  }) as ParsedCommand['values'];

const readOptions = async (values: ParsedCommand['values'], root: string): Promise<Options<Values>> => ({
  ...values,
  why: parseWhy(values.why ?? ''),
  who: await lazy<typeof import('../author')>('../author').readAuthor(values.as, root),
  isDry: values['dry-run'],
});

export function requireCommand(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  throw new UserError(`There is no command ${JSON.stringify(name)}. "npx pnpm release --help" lists all.`);
}
