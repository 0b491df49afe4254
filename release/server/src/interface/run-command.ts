import { activate, composeAgain, deactivate, revoke } from '@site/release/commands/changes';
import {
  type Caller,
  type Command,
  type Options,
  parseName,
  parsePath,
  parseRelease,
  parseWhy,
} from '@site/release/commands/command';
import { log } from '@site/release/commands/log';
import { rollback } from '@site/release/commands/rollback';
import { runOnStore } from '@site/release/commands/run-on-store';
import { status } from '@site/release/commands/status';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import type { CommandAnswer, CommandRequest, Right } from '@site/release-core/wire/wire';
import { type Call, type Reply, requireRight } from './caller';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { createQueue } from './queue';
import { receiveJson } from './receive';
import { reviewFor } from './review';
import { commandRequest } from './schemas';
import { readShape } from './shape';

const COMMANDS: Readonly<Record<string, { readonly command: Command; readonly right: Right | null }>> = {
  activate: { command: activate, right: 'activate' },
  deactivate: { command: deactivate, right: 'activate' },
  rollback: { command: rollback, right: 'rollback' },
  revoke: { command: revoke, right: 'revoke' },
  compose: { command: composeAgain, right: 'compose' },
  status: { command: status, right: null },
  log: { command: log, right: null },
};

const REMOTE_COMMANDS = Object.keys(COMMANDS);

export interface Machine {
  readonly root: string;
  readonly dataDir: string;
  readonly store: Store;
}

/** Runs one command per grant at a time, so that its changes do not race and no grant occupies the machine. */
export function commandRunner(machine: Machine, limits: Limits) {
  const inTurn = createQueue(limits.commandsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant } = call;
    const [name = ''] = call.words;
    const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!known) {
      const list = REMOTE_COMMANDS.join(', ');
      throw new ProblemError('not-found', `"${name}" runs on the site's machine only: from elsewhere run ${list}.`);
    }
    const { command, right } = known;
    if (right) requireRight(grant, right, []);
    const asked = readShape<CommandRequest>(commandRequest, await receiveJson(call, call.limits.commandBytes));
    requireWords(command, asked.words);
    if (right) requireRight(grant, right, namesIn(asked.words));
    const options = readOptions(asked, grant);
    const caller = callerOf(machine.store, grant, { asked, options, right });
    const run = () => runOnStore(command, { ...machine, options, caller }, asked.words);
    const body: CommandAnswer = await inTurn(grant.id, run);
    if (!right) return { status: 200, body };
    return { status: 200, body, did: [name, ...asked.words, ...(asked.isDry ? ['(dry run)'] : [])].join(' ') };
  };
}

interface Asked {
  readonly asked: CommandRequest;
  readonly options: Options;
  readonly right: Right | null;
}

function callerOf(store: Store, grant: Grant, { asked, options, right }: Asked): Caller {
  return {
    review: reviewFor(store, grant, { seq: asked.seq, retire: options.retire, right }),
    refuseUnchecked: (pairs) => {
      const list = pairs.map((pair) => `${pair.name}@${pair.id} in shell@${pair.shell}`).join(', ');
      throw new ProblemError('not-checked', `Check ${list} in a browser and send the record.`, { pairs });
    },
  };
}

function requireWords(command: Command, words: readonly string[]) {
  if (words.length >= command.minArguments && (words.length === command.minArguments || command.isVariadic)) return;
  throw new ProblemError('malformed', `Write the words of the command as in "${command.usage}".`);
}

const namesIn = (words: readonly string[]) =>
  words.map((word) => (word.includes('@') ? parseRelease(word).name : parseName(word)));

function readOptions(asked: CommandRequest, { to }: Grant): Options {
  return {
    why: parseWhy(asked.why ?? ''),
    who: to,
    isUnchecked: asked.isUnchecked ?? false,
    accept: asked.accept ?? [],
    isDirtyAllowed: false,
    to: asked.to,
    from: asked.from,
    change: asked.change,
    retire: (asked.retire ?? []).map((path) => parsePath('retire', path)),
    redirect: (asked.redirect ?? []).map((path) => parsePath('redirect', path)),
    keep: 0,
    days: 0,
    name: asked.name,
    since: asked.since,
    limit: asked.limit,
    isDry: asked.isDry ?? false,
    isDraft: asked.isDraft ?? false,
    may: undefined,
    until: undefined,
    oidc: undefined,
    claim: [],
  };
}
