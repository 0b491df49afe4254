import type { SiteData } from '@site/contract/page-data';
import { activate } from '@site/release-core/changes/activate';
import { parseName, parseRelease, parseWhy } from '@site/release-core/changes/arguments';
import { type ChangeContext, type ChangeDefinition, makeChange } from '@site/release-core/changes/change';
import { composeAgain, editFacts, factsInput } from '@site/release-core/changes/compose-again';
import { deactivate, hold, resume, revoke } from '@site/release-core/changes/hold-and-revoke';
import { type Decision, findHold, findPart } from '@site/release-core/changes/part-state';
import { rollBack } from '@site/release-core/changes/roll-back';
import { logInput, readLog } from '@site/release-core/operations/read-log';
import { ownPaths } from '@site/release-core/store/history';
import type { IndexEntry } from '@site/release-core/store/release';
import { runInStore } from '@site/release-core/store/run-in-store';
import type { Store } from '@site/release-core/store/store';
import { type CommonInput, type InputOf, requestOf } from '@site/release-core/wire/command-input';
import type { Grant } from '@site/release-core/wire/grants';
import type { CommandAnswer, Right } from '@site/release-core/wire/protocol';
import type * as v from 'valibot';
import { statusWithFailures } from '../failures/failures';
import { failuresInput, readLocatedFailures } from '../failures/locate-failures';
import { readSpeeds, speedInput } from '../failures/speeds';
import { readSiteData } from '../site-settings';
import { previewFacts, readFacts } from './facts';
import { createQueue, type Limits, requireFewChanges } from './limits';
import { ProblemError } from './problem-error';
import { type Call, type Reply, readShape, receiveJson, requireRight } from './request';

export interface Machine {
  readonly root: string;
  readonly dataDir: string;
  readonly store: Store;
  /** Keeps what a preview of edited facts shows, and returns how an address requests it. Missing without previews. */
  readonly keepPreview?: (data: SiteData) => Promise<string>;
  /** Called after a change. */
  readonly onChange?: () => void;
}

interface PermittedChange {
  readonly change: ChangeDefinition;
  readonly right: Right;
  /** How many of them an hour may have. */
  readonly perHour?: 'editsPerHour';
}

const CHANGES: Readonly<Record<string, PermittedChange>> = {
  activate: { change: activate, right: 'activate' },
  deactivate: { change: deactivate, right: 'activate' },
  hold: { change: hold, right: 'activate' },
  resume: { change: resume, right: 'activate' },
  rollback: { change: rollBack, right: 'rollback' },
  revoke: { change: revoke, right: 'revoke' },
  compose: { change: composeAgain, right: 'compose' },
  'edit-facts': { change: editFacts, right: 'facts', perHour: 'editsPerHour' },
};

interface Reading<Own extends v.ObjectEntries = v.ObjectEntries> {
  readonly input: Own;
  // A method, so that readings with different inputs stand in one table.
  read(machine: Machine, asked: CommonInput & InputOf<Own>, grant: Grant): Promise<unknown>;
}

const previewInput = { facts: factsInput };

const log: Reading<typeof logInput> = { input: logInput, read: ({ store }, asked) => readLog(store, asked) };

const failures: Reading<typeof failuresInput> = {
  input: failuresInput,
  read: (machine, asked, { names }) => readLocatedFailures(machine, asked, (name) => names.includes(name)),
};

const speed: Reading<typeof speedInput> = { input: speedInput, read: readSpeeds };

const facts: Reading = {
  input: {},
  read: (machine, _, grant) => {
    requireRight(grant, 'facts', []);
    return readFacts(machine);
  },
};

const preview: Reading<typeof previewInput> = {
  input: previewInput,
  read: (machine, asked, grant) => {
    requireRight(grant, 'facts', []);
    return previewFacts(machine, asked.facts);
  },
};

const READINGS: Readonly<Record<string, Reading>> = {
  status: { input: {}, read: statusWithFailures },
  log,
  failures,
  speed,
  facts,
  'preview-facts': preview,
};

/** Runs one command per grant at a time, so that its changes do not race and no grant occupies the machine. */
export function commandRunner(machine: Machine, limits: Limits) {
  const inTurn = createQueue(limits.commandsAtOnce);
  return async (call: Call): Promise<Reply> => {
    const { grant } = call;
    const [name = ''] = call.words;
    const reading = rowOf(READINGS, name);
    if (reading) {
      const asked = await receive(call, reading.input);
      requireWords(asked.words, { least: 0 });
      // A caller that left gives its place to the next one.
      const isGone = () => call.request.socket.destroyed;
      return { status: 200, body: answer(await inTurn(grant.id, () => reading.read(machine, asked, grant), isGone)) };
    }
    const permitted = rowOf(CHANGES, name);
    if (!permitted) {
      const list = [...Object.keys(CHANGES), ...Object.keys(READINGS)].join(', ');
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

const rowOf = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
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
  readData: (current, isDraft) => readSiteData({ root, store, isDraft }, current),
});

function requireWords(words: readonly string[], { least, most = least }: { least: number; most?: number }) {
  if (words.length >= least && words.length <= most) return;
  const count = least === most ? `${least}` : `${least} or more`;
  throw new ProblemError('malformed', `The command takes ${count} words, and ${words.length} were sent.`);
}

const namesIn = (words: readonly string[]) =>
  words.map((word) => (word.includes('@') ? parseRelease(word).name : parseName(word)));

interface Asked {
  readonly seq: number | undefined;
  readonly retire: readonly string[];
  readonly right: Right;
}

/** Reviews the resulting change: the grant must cover its parts and retired paths, and none may have changed since. */
function reviewFor(store: Store, grant: Grant, { seq, retire, right }: Asked) {
  return async (current: IndexEntry | null, decision: Decision): Promise<void> => {
    const { parts, resumed = [] } = decision.change;
    const names = parts.map(({ name }) => name);
    requireRight(grant, right, names);
    if (retire.length > 0) await requireOwnPaths(store, grant, retire);
    if (seq !== undefined && current) await requireUnchanged(store, current, { seq, names, resumed });
  };
}

async function requireOwnPaths(store: Store, grant: Grant, paths: readonly string[]) {
  const own = await ownPaths(store, grant.names);
  const other = paths.find((path) => !own.has(path));
  if (other === undefined) return;
  const detail = `${other} never was a page of ${grant.names.join(', ')}: the grant of ${grant.to} retires its own pages only.`;
  throw new ProblemError('forbidden', detail);
}

interface Seen {
  readonly seq: number;
  readonly names: readonly string[];
  /** Parts whose hold is lifted: it must be the one that the caller saw. */
  readonly resumed: readonly string[];
}

async function requireUnchanged(store: Store, current: IndexEntry, { seq, names, resumed }: Seen) {
  if (seq === current.seq) return;
  const seen = await store.readEntry(seq);
  if (!seen) throw new ProblemError('malformed', `There is no change ${seq}: ask for the state again.`);
  // A change without parts concerns the data of all pages.
  const isSame =
    names.length > 0
      ? names.every((name) => JSON.stringify(findPart(seen, name)) === JSON.stringify(findPart(current, name)))
      : JSON.stringify(seen.data) === JSON.stringify(current.data);
  if (isSame && resumed.every((name) => findHold(seen, name)?.seq === findHold(current, name)?.seq)) return;
  throw new ProblemError('conflict', `Change ${current.seq} was faster: look at it, then decide again.`, {
    seq: current.seq,
    change: current.change,
  });
}
