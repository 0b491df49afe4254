import { activate } from '@site/release-core/changes/activate';
import { type Change, type ChangeContext, makeChange } from '@site/release-core/changes/change';
import { composeAgain } from '@site/release-core/changes/compose-again';
import { deactivate } from '@site/release-core/changes/deactivate';
import { parseName, parsePath, parseRelease, parseWhy } from '@site/release-core/changes/names';
import { revoke } from '@site/release-core/changes/revoke';
import { rollBack } from '@site/release-core/changes/roll-back';
import { readLog } from '@site/release-core/operations/read-log';
import { runInStore } from '@site/release-core/operations/run-in-store';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import type { CommandAnswer, CommandRequest, Right } from '@site/release-core/wire/wire';
import { statusWithFailures } from '../failures/status-with-failures';
import { readNewData } from '../new-data';
import { type Call, type Reply, requireRight } from './caller';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { createQueue } from './queue';
import { receiveJson } from './receive';
import { reviewFor } from './review';
import { commandRequest } from './schemas';
import { readShape } from './shape';

interface Permitted {
  readonly change: Change;
  readonly right: Right;
}

const CHANGES: Readonly<Record<string, Permitted>> = {
  activate: { change: activate, right: 'activate' },
  deactivate: { change: deactivate, right: 'activate' },
  rollback: { change: rollBack, right: 'rollback' },
  revoke: { change: revoke, right: 'revoke' },
  compose: { change: composeAgain, right: 'compose' },
};

type Reading = (machine: Machine, asked: CommandRequest) => Promise<unknown>;

const READINGS: Readonly<Record<string, Reading>> = {
  status: statusWithFailures,
  log: ({ store }: Machine, { name, since, limit }: CommandRequest) => readLog(store, { name, since, limit }),
};

const REMOTE_COMMANDS = [...Object.keys(CHANGES), ...Object.keys(READINGS)];

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
    const read = entryOf(READINGS, name);
    if (read) {
      const asked = await receive(call);
      requireWords(asked.words, { least: 0 });
      return { status: 200, body: answer(await inTurn(grant.id, () => read(machine, asked))) };
    }
    const permitted = entryOf(CHANGES, name);
    if (!permitted) {
      const list = REMOTE_COMMANDS.join(', ');
      throw new ProblemError('not-found', `"${name}" runs on the site's machine only: from elsewhere run ${list}.`);
    }
    const { change, right } = permitted;
    requireRight(grant, right, []);
    const asked = await receive(call);
    requireWords(asked.words, change.words);
    requireRight(grant, right, namesIn(asked.words));
    const options = readOptions(asked, grant);
    const make = (store: Store) =>
      makeChange(change, contextOf({ ...machine, store }, { grant, asked, options, right }), asked.words);
    const place = { ...machine, options, tell: (line: string) => console.error(line) };
    const made = await inTurn(grant.id, () => runInStore(change, place, make));
    const did = [name, ...asked.words, ...(asked.isDry ? ['(dry run)'] : [])].join(' ');
    return { status: 200, body: answer(made), did };
  };
}

const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const answer = (json: unknown): CommandAnswer => ({ json });

const receive = async (call: Call) =>
  readShape<CommandRequest>(commandRequest, await receiveJson(call, call.limits.commandBytes));

type Options = ChangeContext['options'];

interface Asking {
  readonly grant: Grant;
  readonly asked: CommandRequest;
  readonly options: Options;
  readonly right: Right;
}

const contextOf = ({ root, store }: Machine, { grant, asked, options, right }: Asking): ChangeContext => ({
  store,
  options,
  review: reviewFor(store, grant, { seq: asked.seq, retire: options.retire, right }),
  // No browser runs here.
  runChecks: async ({ pairs }) => {
    const list = pairs.map((pair) => `${pair.name}@${pair.id} in shell@${pair.shell}`).join(', ');
    throw new ProblemError('not-checked', `Check ${list} in a browser and send the record.`, { pairs });
  },
  readData: (current) => readNewData({ root, store, isDraft: asked.isDraft ?? false }, current),
});

function requireWords(words: readonly string[], { least, most = least }: { least: number; most?: number }) {
  if (words.length >= least && words.length <= most) return;
  const count = least === most ? `${least}` : `${least} or more`;
  throw new ProblemError('malformed', `The command takes ${count} words, and ${words.length} were sent.`);
}

const namesIn = (words: readonly string[]) =>
  words.map((word) => (word.includes('@') ? parseRelease(word).name : parseName(word)));

function readOptions(asked: CommandRequest, { to }: Grant): Options {
  return {
    why: parseWhy(asked.why ?? ''),
    who: to,
    isUnchecked: asked.isUnchecked ?? false,
    accept: asked.accept ?? [],
    to: asked.to,
    from: asked.from,
    change: asked.change,
    retire: (asked.retire ?? []).map((path) => parsePath('retire', path)),
    redirect: (asked.redirect ?? []).map((path) => parsePath('redirect', path)),
    isDry: asked.isDry ?? false,
  };
}
