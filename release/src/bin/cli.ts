import { join } from 'node:path';
import { runOnSite } from '../client/run-on-site';
import { openSite } from '../client/site';
import { activate, composeAgain, deactivate, revoke } from '../commands/changes';
import type { Command, Options } from '../commands/command';
import { exportSite } from '../commands/export';
import { grant } from '../commands/grant';
import { grants } from '../commands/grants';
import { log } from '../commands/log';
import { promote } from '../commands/promote';
import { prune } from '../commands/prune';
import { publish } from '../commands/publish';
import { repair } from '../commands/repair';
import { rollback } from '../commands/rollback';
import { runOnStore } from '../commands/run-on-store';
import { status } from '../commands/status';
import { ungrant } from '../commands/ungrant';
import { verify } from '../commands/verify';
import { readSettings } from '../settings';
import { openSiteStore } from '../store/open-site-store';
import { describeAll, describeOne } from '../terminal/help';
import { readArguments } from '../terminal/read-arguments';
import { readOptions } from '../terminal/read-options';
import { exitWith, UserError } from '../user-error';

const COMMANDS: readonly Command[] = [
  publish,
  activate,
  rollback,
  deactivate,
  revoke,
  composeAgain,
  promote,
  status,
  log,
  verify,
  repair,
  prune,
  exportSite,
  grant,
  grants,
  ungrant,
];

const root = join(import.meta.dirname, '../../..');

async function run(args: readonly string[]) {
  const typed = readArguments(COMMANDS, args);
  if (!typed) return console.log(describeAll(COMMANDS));
  const { command, words, values, site } = typed;
  if (values.help) return console.log(describeOne(command));
  if (site !== undefined && values.as !== undefined) {
    throw new UserError('The log of that site names the team of your token: leave out --as.');
  }
  const options = await readOptions(typed, root);
  const execute = site === undefined ? runHere : runElsewhere(site);
  const answer = await execute(command, options, words);
  console.log(values.json ? JSON.stringify(answer.json, null, 2) : answer.text);
  if (options.isDry && !values.json) console.log('A dry run: nothing was changed.');
  if (answer.isBad) process.exitCode = 1;
}

function runHere(command: Command, options: Options, words: readonly string[]) {
  const { dataDir } = readSettings(process.env, root);
  return runOnStore(command, { root, dataDir, store: openSiteStore(dataDir), options }, words);
}

const runElsewhere = (address: string) => async (command: Command, options: Options, words: readonly string[]) => {
  const site = await openSite(address, { root, env: process.env, flag: 'to' });
  if (!command.runsHere) return runOnSite(command, { root, site, options }, words);
  return command.run({ root, dataDir: '', store: site.store, site, options }, ...words);
};

run(process.argv.slice(2)).catch(exitWith);
