import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { activate, composeAgain, deactivate, revoke } from '../commands/changes';
import { type Command, type Options, parsePath, parseWhy } from '../commands/command';
import { exportSite } from '../commands/export';
import { grant } from '../commands/grant';
import { grants } from '../commands/grants';
import { log } from '../commands/log';
import { prune } from '../commands/prune';
import { publish } from '../commands/publish';
import { repair } from '../commands/repair';
import { rollback } from '../commands/rollback';
import { runOnStore } from '../commands/run-on-store';
import { status } from '../commands/status';
import { ungrant } from '../commands/ungrant';
import { verify } from '../commands/verify';
import { readWho } from '../commands/who';
import { readSettings } from '../settings';
import { openSiteStore } from '../store/open-site-store';
import { exitWith, UserError } from '../user-error';

const COMMANDS: readonly Command[] = [
  publish,
  activate,
  rollback,
  deactivate,
  revoke,
  composeAgain,
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

const FLAGS = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  why: { type: 'string', default: '' },
  as: { type: 'string' },
  draft: { type: 'boolean', default: false },
  unchecked: { type: 'boolean', default: false },
  accept: { type: 'string', multiple: true },
  'allow-dirty': { type: 'boolean', default: false },
  to: { type: 'string' },
  from: { type: 'string' },
  change: { type: 'string' },
  retire: { type: 'string', multiple: true },
  redirect: { type: 'string', multiple: true },
  keep: { type: 'string', default: '10' },
  days: { type: 'string', default: '30' },
  name: { type: 'string' },
  since: { type: 'string' },
  limit: { type: 'string' },
  may: { type: 'string' },
  until: { type: 'string' },
  oidc: { type: 'string' },
  claim: { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
} as const;

const USAGE_WIDTH = Math.max(...COMMANDS.map(({ usage }) => usage.length));
const root = join(import.meta.dirname, '../../..');

async function run(args: string[]) {
  const { positionals, values } = parse(args);
  const [name, ...words] = positionals;
  const command = COMMANDS.find(({ usage }) => usage.split(' ')[0] === name);
  if (!command || values.help) return console.log(help());
  if (words.length < command.words || (words.length > command.words && !command.more))
    throw new UserError(`Usage: npx pnpm release ${command.usage}`);

  const { dataDir } = readSettings(process.env, root);
  const isDry = values['dry-run'];
  const options: Options = {
    why: parseWhy(values.why),
    who: await readWho(values.as, root),
    isUnchecked: values.unchecked,
    accept: values.accept ?? [],
    isDirtyAllowed: values['allow-dirty'],
    to: values.to,
    from: values.from,
    change: values.change === undefined ? undefined : readCount('change', values.change),
    retire: (values.retire ?? []).map((path) => parsePath('retire', path)),
    redirect: (values.redirect ?? []).map((path) => parsePath('redirect', path)),
    keep: readCount('keep', values.keep),
    days: readCount('days', values.days),
    name: values.name,
    since: values.since,
    limit: values.limit,
    isDry,
    isDraft: values.draft,
    may: values.may,
    until: values.until,
    oidc: values.oidc,
    claim: values.claim ?? [],
  };
  const answer = await runOnStore(command, { root, dataDir, store: openSiteStore(dataDir), options }, words);
  console.log(values.json ? JSON.stringify(answer.json, null, 2) : answer.text);
  if (isDry && !values.json) console.log('A dry run: nothing was changed.');
  if (answer.isBad) process.exitCode = 1;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args: args.filter((arg) => arg !== '--'), options: FLAGS, allowPositionals: true });
  } catch (cause) {
    throw new UserError(`${cause instanceof Error ? cause.message.split('. ')[0] : cause}.\n${help()}`, { cause });
  }
}

function readCount(flag: string, text: string) {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new UserError(`--${flag} is "${text}": give a number.`);
}

const help = () =>
  [
    'Usage: npx pnpm release <command> [--dry-run] [--json] [--why "…"] [--as "…"]',
    ...COMMANDS.map(({ usage, does }) => `  ${usage.padEnd(USAGE_WIDTH)}  ${does}`),
  ].join('\n');

run(process.argv.slice(2)).catch(exitWith);
