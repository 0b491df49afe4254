import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from './user-error';

/** Parses words and flags, without `--`. @throws UserError that names the wrong flag, and ends with the usage */
export function readFlags<Flags extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Flags,
  usage: string,
) {
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
