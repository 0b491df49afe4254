import { lazyFrom } from '@site/release-core/lazy';
import { runInStore } from '@site/release-core/operations/run-in-store';
import { openSiteStore, readPlace, requireSafeWrites } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import { COMMANDS } from '../commands/all-commands';
import type { Answer } from '../commands/command';
import { readArguments, readOptions, type Typed } from './read-arguments';

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
  const { dataDir, objectStore } = readPlace(process.env, root);
  if (address === undefined) {
    const store = openSiteStore(dataDir, objectStore);
    if (!command.isReadOnly && !options.isDry) await requireSafeWrites(store);
    const context = { root, dataDir, store, options, tell: (line: string) => console.error(line) };
    return runInStore(command, context, (used) => command.run({ ...context, store: used }, ...words));
  }
  const { openSite } = lazy<typeof import('../client/site')>('../client/site');
  const { runOnSite } = lazy<typeof import('./run-on-site')>('./run-on-site');
  const site = await openSite(address, { root, env: process.env, name: values.site ? '--site' : 'SITE' });
  if (!command.runsHere) return runOnSite(command, { root, site, options }, words);
  return command.run({ root, dataDir, store: site.store, site, options }, ...words);
}
