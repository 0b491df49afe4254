import { lazyFrom } from '@site/release-core/lazy';
import type { SitePlace } from '@site/release-core/store/store';
import { UserError } from '@site/release-core/user-error';
import type { Answer, Command, Options } from '../command/command';
import { COMMANDS } from '../commands/all-commands';
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
  const { runInStore } = lazy<typeof import('@site/release-core/operations/run-in-store')>(
    '@site/release-core/operations/run-in-store',
  );
  const store = openSiteStore(place.dataDir, place.objectStore);
  if (!command.isReadOnly && !place.options.isDry) await requireSafeWrites(store);
  const context = { ...place, store, tell: (line: string) => console.error(line) };
  return runInStore(command, context, (used) => command.run({ ...context, store: used }, ...words));
}
