import { parseArgs } from 'node:util';
import { lazyFrom } from '@site/release-core/lazy';
import { isAddress } from '@site/release-core/site-address';
import { UserError } from '@site/release-core/user-error';
import { type Command, nameOf } from '../commands/command';
import { COMMON_FLAGS, FLAGS, type FlagName } from '../commands/flags';

const lazy = lazyFrom(import.meta.url);

type Commands = Readonly<Record<string, () => Command>>;
type Values = ReturnType<typeof parse>['values'];

export interface Typed {
  readonly command: Command;
  readonly words: readonly string[];
  readonly values: Values;
  readonly site: string | undefined;
  /** The value of `--to` that is not a site. */
  readonly to: string | undefined;
}

/** Null for help without a command. @throws UserError for an unknown command or flag, or a wrong number of words */
export function readArguments(commands: Commands, args: readonly string[]): Typed | null {
  const { positionals, values, tokens } = parse(args);
  const [name, ...words] = positionals;
  if (name === undefined || name === 'help') {
    if (values.help || name === 'help') return null;
    throw new UserError(
      `Name a command: ${Object.keys(commands).join(', ')}. "npx pnpm release --help" explains them.`,
    );
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UserError(describeUnknown(Object.keys(commands), name));
  const command = load();
  const used = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  requireOwnFlags(command, used);
  if (
    !values.help &&
    (words.length < command.minArguments || (words.length > command.minArguments && !command.isVariadic))
  )
    throw new UserError(`Usage: npx pnpm release ${command.usage}`);
  return { command, words, values, ...readTo(command, values.to ?? []) };
}

function parse(args: readonly string[]) {
  try {
    const given = args.filter((arg) => arg !== '--');
    return parseArgs({ args: given, options: FLAGS, allowPositionals: true, tokens: true });
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

function requireOwnFlags(command: Command, used: readonly string[]) {
  const own: readonly string[] = command.flags ?? [];
  const foreign = used.find((flag) => !Object.hasOwn(COMMON_FLAGS, flag) && !own.includes(flag));
  if (foreign) {
    throw new UserError(
      `${nameOf(command)} takes no --${foreign}: "npx pnpm release ${nameOf(command)} --help" lists its flags.`,
    );
  }
  const isSingle = (flag: string) => !('multiple' in FLAGS[flag as keyof typeof FLAGS]);
  const twice = used.find((flag, at) => isSingle(flag) && used.indexOf(flag) < at);
  if (twice) throw new UserError(`--${twice} is given twice: give it once.`);
}

function readTo({ flags = [], isBetweenStores }: Command, given: readonly string[]) {
  const sites = given.filter(isAddress);
  const others = given.filter((text) => !isAddress(text));
  const [site] = sites;
  const [to] = others;
  if (isBetweenStores && site !== undefined)
    throw new UserError(
      `--to is ${JSON.stringify(site)}, a site: name a store, as in s3://bucket/prefix or /backups/store.`,
    );
  if (sites.length > 1) throw new UserError(`--to names ${sites.length} sites: name one.`);
  if (others.length > 1)
    throw new UserError(`--to is given as ${others.map((text) => JSON.stringify(text)).join(' and ')}: give one.`);
  const taken: readonly FlagName[] = flags;
  if (to !== undefined && !taken.includes('to')) {
    throw new UserError(`--to is ${JSON.stringify(to)}: write the address of a site, as in https://www.example.fr.`);
  }
  return { site, to };
}
