import type { Pair } from '../compose/checks';
import { type Composition, compose } from '../compose/compose';
import { nextSince, recordActivations } from '../store/history';
import type { IndexEntry } from '../store/release';
import type { Store } from '../store/store';
import { whoAmI } from '../who-am-i';
import type { ChecksRequest } from '../wire/wire';
import { type Changed, type Decide, type Decision, nextHolds } from './parts';

/** `value` says what the step has found or made; a dry run prints it. */
export interface Step<Work> {
  readonly title: string;
  readonly run: (work: Work) => Promise<Work>;
  readonly value: (work: Work) => string | Promise<string>;
}

export interface TakenStep {
  readonly title: string;
  readonly value: string;
}

/** What an earlier step has found or made. @throws Error when that step comes later */
export function made<Value>(value: Value | null, title: string): Value {
  if (value === null) throw new Error(`"${title}" comes first.`);
  return value;
}

export interface CheckRun extends Pick<Decision, 'releases' | 'data'> {
  /** In a publication, contains the new release in memory. */
  readonly store: Store;
  readonly pairs: readonly Pair[];
}

/** What a decision must pass before it is composed. */
export interface Gate {
  /** Restricts who asks from elsewhere. @throws Error when that right is missing */
  readonly review?: ((current: IndexEntry | null, decision: Decision) => Promise<void>) | undefined;
  /** Opens pages in a browser. @throws Error when one does not work, or where no browser runs */
  readonly runChecks: (run: CheckRun) => Promise<ChecksRequest>;
  readonly options: {
    readonly why: string;
    readonly who: string;
    /** Id of the grant with which somebody asks from elsewhere. */
    readonly grant?: string;
    readonly isDry: boolean;
    /** Paths that lose their page. */
    readonly retire?: readonly string[];
    readonly isUnchecked?: boolean;
    /** Names whose types may differ between a remote and its shell. */
    readonly accept?: readonly string[];
  };
}

interface Asked {
  readonly store: Store;
  readonly why: string;
  readonly decide: Decide;
}

/** What the steps of a change have found and made so far. */
interface Work extends Asked {
  readonly gate: Gate | null;
  readonly current: IndexEntry | null;
  readonly decision: Decision | null;
  readonly composition: Composition | null;
  /** Null until it is added, and when another change was faster. */
  readonly entry: IndexEntry | null;
}

export type ChangeStep = Step<Work>;

export const readState: ChangeStep = {
  title: 'read the state',
  run: async (work) => ({ ...work, current: await work.store.readIndex() }),
  value: ({ current }) => `change ${current?.seq ?? 0}`,
};

export const decide: ChangeStep = {
  title: 'decide',
  run: async (work) => ({ ...work, decision: await work.decide(work.current) }),
  value: (work) => {
    const { change, redirects = {} } = decisionOf(work);
    const parts = change.parts.map(({ name, from, to }) =>
      from || to ? `${name}: ${from ?? 'none'} → ${to ?? 'none'}` : name,
    );
    const retired = Object.entries(redirects).filter(([path, target]) => work.current?.redirects?.[path] !== target);
    const paths = retired.map(([path, target]) => `${path} leads to ${target}`);
    return [change.command, [...parts, ...paths].join(', ')].filter(Boolean).join(' ');
  },
};

export const review: ChangeStep = {
  title: 'review the rights',
  run: async (work) => {
    const { review: permit, options } = gateOf(work);
    const { change, ...state } = decisionOf(work);
    await permit?.(work.current, { change, ...state });
    const { who, grant } = options;
    return { ...work, decision: { ...state, change: { ...change, who, ...(grant && { grant }) } } };
  },
  value: (work) => gateOf(work).options.who,
};

export const composePages: ChangeStep = {
  title: 'compose the pages',
  run: async (work) => {
    const { change: _, ...state } = decisionOf(work);
    return { ...work, composition: await compose(work.store, { seq: nextSeq(work), ...state }) };
  },
  value: (work) => compositionOf(work).rendered.join(', ') || 'none is rendered again',
};

/** Adds nothing when another change was faster. */
export const addEntry: ChangeStep = {
  title: 'add the entry',
  run: async (work) => {
    const { store, current, why } = work;
    const { change: decided, ...state } = decisionOf(work);
    const at = new Date().toISOString();
    const since = nextSince(current, state.releases, at);
    const { pages } = compositionOf(work);
    const [seq, change] = [nextSeq(work), { who: whoAmI(), ...decided, why, at }];
    const holds = nextHolds(current, { seq, change });
    const entry = { seq, ...state, ...(Object.keys(holds).length > 0 && { holds }), pages, since, change };
    await recordActivations(store, current, state.releases);
    return { ...work, entry: (await store.addIndex(entry)) ? entry : null };
  },
  value: (work) => `change ${nextSeq(work)}`,
};

interface Taken {
  /** The state before the change. */
  readonly saw: IndexEntry | null;
  readonly changed: { readonly entry: IndexEntry; readonly rendered: Composition['rendered'] } | null;
  readonly steps: readonly TakenStep[];
}

/**
 * Takes the steps in order, and all of them again when another change was faster, so that no change is lost. Ends after
 * a decision that changes nothing.
 */
export async function takeSteps(steps: readonly ChangeStep[], asked: Asked, gate: Gate | null = null): Promise<Taken> {
  for (;;) {
    let work: Work = { ...asked, gate, current: null, decision: null, composition: null, entry: null };
    const taken: TakenStep[] = [];
    for (const { title, run, value } of steps) {
      work = await run(work);
      if (title === decide.title && !work.decision) return { saw: work.current, changed: null, steps: taken };
      if (gate?.options.isDry) taken.push({ title, value: await value(work) });
    }
    const { current: saw, entry } = work;
    if (entry) return { saw, changed: { entry, rendered: compositionOf(work).rendered }, steps: taken };
  }
}

const nextSeq = ({ current }: Work) => (current?.seq ?? 0) + 1;
/** @throws Error before the step that decides */
export const decisionOf = ({ decision }: Work) => made(decision, decide.title);
const compositionOf = ({ composition }: Work) => made(composition, composePages.title);
const gateOf = ({ gate }: Work) => made(gate, review.title);
export const gateIn = (work: Work) => ({ ...gateOf(work), store: work.store });

/** A change that nobody reviews: what the site itself wants when it starts. `decide` may be called again. */
export async function changeIndex(store: Store, why: string, wanted: Decide): Promise<Changed | null> {
  const { changed } = await takeSteps([readState, decide, composePages, addEntry], { store, why, decide: wanted });
  return changed;
}
