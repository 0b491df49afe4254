import { type ChangeContext, makeChange } from '@site/release-core/changes/change';
import { parseName, parseRelease, parseWhy } from '@site/release-core/changes/names';
import { runInStore } from '@site/release-core/operations/run-in-store';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import { type CommonInput, requestOf } from '@site/release-core/wire/input';
import type { CommandAnswer, Right } from '@site/release-core/wire/wire';
import type * as v from 'valibot';
import { readNewData } from '../new-data';
import { type Call, type Reply, requireRight } from './caller';
import { CHANGES, COMMAND_NAMES, type Machine, READINGS } from './commands';
import { requireFewChanges } from './few-changes';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { createQueue } from './queue';
import { receiveJson } from './receive';
import { reviewFor } from './review';
import { readShape } from './shape';

/** Runs one command per grant at a time, so that its changes do not race and no grant occupies the machine. */
export function commandRunner(machine: Machine, limits: Limits) {
  const inTurn = createQueue(limits.commandsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant } = call;
    const [name = ''] = call.words;
    const reading = entryOf(READINGS, name);
    if (reading) {
      const asked = await receive(call, reading.input);
      requireWords(asked.words, { least: 0 });
      // A page that was left or reloaded does not stand in the way of the next one.
      const isGone = () => call.request.socket.destroyed;
      return { status: 200, body: answer(await inTurn(grant.id, () => reading.read(machine, asked, grant), isGone)) };
    }
    const permitted = entryOf(CHANGES, name);
    if (!permitted) {
      const list = COMMAND_NAMES.join(', ');
      throw new ProblemError('not-found', `"${name}" runs on the site's machine only: from elsewhere run ${list}.`);
    }
    const { change, right, perHour } = permitted;
    requireRight(grant, right, []);
    const asked = await receive(call, change.input);
    const { words, seq, ...given } = asked;
    requireWords(words, change.words);
    requireRight(grant, right, namesIn(words));
    const options = { ...given, why: parseWhy(given.why), who: grant.to, grant: grant.id };
    const make = async (store: Store) => {
      if (perHour) await requireFewChanges(store, name, limits[perHour]);
      return makeChange(change, contextOf({ ...machine, store }, { grant, seq, options, right }), words);
    };
    const place = { ...machine, options, tell: (line: string) => console.error(line) };
    const made = await inTurn(grant.id, () => runInStore(change, place, make));
    if (!options.isDry) machine.onChange?.();
    const did = [name, ...words, ...(options.isDry ? ['(dry run)'] : [])].join(' ');
    return { status: 200, body: answer(made), did };
  };
}

const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const answer = (json: unknown): CommandAnswer => ({ json });

const receive = async (call: Call, own: v.ObjectEntries) =>
  readShape<CommonInput>(requestOf(own), await receiveJson(call, call.limits.commandBytes));

interface Asking {
  readonly grant: Grant;
  readonly seq: number | undefined;
  readonly options: ChangeContext['options'];
  readonly right: Right;
}

const contextOf = ({ root, store }: Machine, { grant, seq, options, right }: Asking): ChangeContext => ({
  store,
  options,
  review: reviewFor(store, grant, { seq, retire: options.retire ?? [], right }),
  // No browser runs here.
  runChecks: async ({ pairs }) => {
    const list = pairs.map((pair) => `${pair.name}@${pair.id} in shell@${pair.shell}`).join(', ');
    throw new ProblemError('not-checked', `Check ${list} in a browser and send the record.`, { pairs });
  },
  readData: (current, isDraft) => readNewData({ root, store, isDraft }, current),
});

function requireWords(words: readonly string[], { least, most = least }: { least: number; most?: number }) {
  if (words.length >= least && words.length <= most) return;
  const count = least === most ? `${least}` : `${least} or more`;
  throw new ProblemError('malformed', `The command takes ${count} words, and ${words.length} were sent.`);
}

const namesIn = (words: readonly string[]) =>
  words.map((word) => (word.includes('@') ? parseRelease(word).name : parseName(word)));
