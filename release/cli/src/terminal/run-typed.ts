import { parseArgs } from 'node:util';
import { parseWhy } from '@site/release-core/changes/arguments';
import { lazyFrom } from '@site/release-core/lazy';
import type { SitePlace } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { type Answer, type Command, type Flags, nameOf, type Options, type Values } from '../command/command';
import { readWho } from '../command/who';
import { COMMANDS } from '../commands/all-commands';

const lazy = lazyFrom(import.meta.url);

interface Printed {
  readonly output: string;
  readonly isBad: boolean;
}

export async function runTyped(args: readonly string[], root: string): Promise<Printed> {
  const typed = readArguments(COMMANDS, args);
  const help = () => lazy<typeof import('./help')>('./help');
  if (!typed) return { output: help().describeAll(Object.values(COMMANDS).map((load) => load())), isBad: false };
  if (typed.values.help) return { output: help().describeOne(typed.command), isBad: false };
  const { text, json, isBad = false } = await run(typed, root);
  if (typed.values.json) return { output: JSON.stringify(json, null, 2), isBad };
  return { output: typed.values['dry-run'] ? `${text}\nA dry run: nothing was changed.` : text, isBad };
}

async function run(typed: Typed, root: string): Promise<Answer> {
  const { command, words, values } = typed;
  const address = command.isBetweenStores ? undefined : (values.site ?? (process.env.SITE || undefined));
  if (address !== undefined && values.as !== undefined) {
    throw new UserError('The log of that site names the team of your token: leave out --as.');
  }
  const options = await readOptions(typed, root);
  const { readPlace } = storeModule();
  const place = { root, ...readPlace(process.env, root), options };
  if (address === undefined) return runHere(command, place, words);
  const { openSite } = lazy<typeof import('../client/site')>('../client/site');
  const site = await openSite(address, { root, env: process.env, name: values.site ? '--site' : 'SITE' });
  if (command.runsHere) return command.run({ ...place, store: site.store, site }, ...words);
  return lazy<typeof import('./run-on-site')>('./run-on-site').runOnSite(command, { root, site, options }, words);
}

const storeModule = () => lazy<typeof import('@site/release-core/store/store')>('@site/release-core/store/store');

interface Place extends SitePlace {
  readonly root: string;
  readonly options: Options;
}

async function runHere(command: Command, place: Place, words: readonly string[]): Promise<Answer> {
  const { openSiteStore, requireSafeWrites } = storeModule();
  const { runInStore } = lazy<typeof import('@site/release-core/store/run-in-store')>(
    '@site/release-core/store/run-in-store',
  );
  const store = openSiteStore(place.dataDir, place.objectStore);
  if (!command.isReadOnly && !place.options.isDry) await requireSafeWrites(store);
  const context = { ...place, store, tell: (line: string) => console.error(line) };
  return runInStore(command, context, (used) => command.run({ ...context, store: used }, ...words));
}

export const COMMON_FLAGS = {
  site: { type: 'string', value: '<address>', description: 'runs it on the site at https://…; by default on SITE' },
  'dry-run': { type: 'boolean', description: 'runs the whole command and changes nothing' },
  json: { type: 'boolean', description: 'answers in JSON' },
  why: { type: 'string', value: '"…"', description: 'the reason, for the log' },
  as: { type: 'string', value: '"…"', description: "the person, for the log; git's author by default" },
  help: { type: 'boolean', description: 'lists commands and flags, or those of one command' },
} as const satisfies Flags;

type Commands = Readonly<Record<string, () => Command>>;

export interface Typed {
  readonly command: Command;
  readonly words: readonly string[];
  readonly values: Values<typeof COMMON_FLAGS> & Values;
}

/** Null for help without a command. @throws UserError for an unknown command or flag, or a wrong number of words */
export function readArguments(commands: Commands, typed: readonly string[]): Typed | null {
  const args = typed.filter((arg) => arg !== '--');
  const start = parse(args, COMMON_FLAGS, false);
  const [name] = start.positionals;
  if (name === undefined || name === 'help') {
    if (start.values.help || name === 'help') return null;
    throw new UserError(
      `Name a command: ${Object.keys(commands).join(', ')}. "npx pnpm release --help" explains them.`,
    );
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UserError(describeUnknown(Object.keys(commands), name));
  const command = load();
  const flags = { ...command.flags, ...COMMON_FLAGS };
  requireKnownFlags(command, flags, parse(args, { to: { type: 'string', description: '' }, ...flags }, false).tokens);
  const { positionals, values } = parse(args, flags, true);
  const words = positionals.slice(1);
  const { minArguments: least, isVariadic } = command;
  const [, further] = isVariadic ? [] : [null, words[least]];
  const wrong =
    words.length < least
      ? `lacks its ${command.usage.split(' ')[words.length + 1]}`
      : further && `takes no "${further}"`;
  if (wrong && !values.help) throw new UserError(`${name} ${wrong}: Usage: npx pnpm release ${command.usage}`);
  return { command, words, values: complete(flags, values) };
}

/** A boolean that was not given is false, and a list is empty. */
export const complete = (flags: Flags, given: object) =>
  ({
    ...Object.fromEntries(
      Object.entries(flags).map(([flag, { type, multiple }]) => [flag, type === 'boolean' ? false : multiple && []]),
    ),
    ...given,
  }) as Typed['values'];

/** @throws UserError for an invalid value of a common flag */
export const readOptions = async ({ values }: Typed, root: string): Promise<Options> => ({
  ...values,
  why: parseWhy(values.why ?? ''),
  who: await readWho(values.as, root),
  isDry: values['dry-run'],
});

function parse(args: readonly string[], options: Flags, strict: boolean) {
  try {
    return parseArgs({ args: [...args], options, strict, allowPositionals: true, tokens: true });
  } catch (cause) {
    const [why] = String((cause as Error).message).split('. ');
    throw new UserError(`${why}: "npx pnpm release --help" lists all flags.`, { cause });
  }
}

function describeUnknown(names: readonly string[], name: string): string {
  const { nearest } = lazy<typeof import('../nearest')>('../nearest');
  const similar = nearest(name, names);
  const meant = similar ? `Did you mean ${similar}? ` : '';
  return `There is no command ${JSON.stringify(name)}. ${meant}"npx pnpm release --help" lists all.`;
}

type Token = NonNullable<ReturnType<typeof parse>['tokens']>[number];

function requireKnownFlags(command: Command, flags: Flags, tokens: readonly Token[] = []) {
  const name = nameOf(command);
  const used = tokens.filter((token) => token.kind === 'option');
  const site = used.find((flag) => flag.name === 'to' && flag.value?.includes('://'));
  if (site && !command.isBetweenStores) {
    throw new UserError(`--to is a release to go back to: name the site with --site ${site.value}.`);
  }
  const foreign = used.find(
    (flag) => !Object.hasOwn(flags, flag.name) || (command.isBetweenStores && flag.name === 'site'),
  );
  if (foreign?.name === 'to' && flags.team)
    throw new UserError('--to is a release to go back to: name the team with --team.');
  if (foreign) {
    throw new UserError(`${name} takes no --${foreign.name}: "npx pnpm release ${name} --help" lists its flags.`);
  }
  const single = used.map((flag) => flag.name).filter((flag) => !flags[flag]?.multiple);
  const twice = single.find((flag, at) => single.indexOf(flag) < at);
  if (twice) throw new UserError(`--${twice} is given twice: give it once.`);
}
