import { userInfo } from 'node:os';
import type { EditedFacts, SiteData } from '@site/contract/page-data';
import type * as v from 'valibot';
import type { ChecksRequest, JourneyInState } from '../checks/journeys';
import type { Pair } from '../checks/pairs';
import { type Composition, compose } from '../compose/compose';
import { type RetiredPath, resolveRedirects } from '../compose/redirects';
import { nextSince, recordActivations } from '../store/history';
import type { Change, Holds, Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { type InputOf, optionalTexts } from '../wire/protocol';
import { parsePath } from './arguments';
import { type Decide, type Decision, requireState } from './decide';
import { nextHolds } from './holds';
import { findPart } from './part-state';

export interface ChangeContext<Input extends v.ObjectEntries = v.ObjectEntries> {
  readonly store: Store;
  /** Checks the right of a caller from elsewhere. @throws Error when it is missing */
  readonly authorize?: ((current: Revision | null, decision: Decision) => Promise<void>) | undefined;
  /** Opens pages in a browser. @throws Error when one does not work, or where no browser runs */
  readonly runChecks: (run: CheckRun) => Promise<ChecksRequest>;
  /** Reads `site.json`; a draft may lack what a publication needs. @throws UserError when it is invalid */
  readonly readData: (current: SiteData, isDraft: boolean) => Promise<SiteData>;
  readonly options: {
    readonly why: string;
    readonly who: string;
    /** Id of the grant with which somebody asks from elsewhere. */
    readonly grant?: string;
    readonly isDry: boolean;
    readonly retire?: readonly string[];
  } & InputOf<Input>;
}

export interface CheckRun extends Pick<Decision, 'releases' | 'redirects' | 'data'> {
  /** In a publication, it contains the new release in memory. */
  readonly store: Store;
  readonly pairs: readonly Pair[];
  readonly journeys: readonly JourneyInState[];
  /** The state before the change, in which a journey that fails is run again. */
  readonly current: Pick<Revision, 'releases' | 'redirects' | 'data'> | null;
}

export interface Rollback {
  readonly name: string;
  /** Defaults to the previous release. */
  readonly to?: string | undefined;
  /** The release that must still be active; defaults to the active one. */
  readonly from?: string | undefined;
}

export interface ChangeResult {
  readonly revision: Revision;
  readonly rendered: Composition['rendered'];
}

interface Plan {
  readonly decide: Decide;
  /** What was asked of each part, for the answer when nothing changes. */
  readonly parts?: readonly Rollback[];
}

export interface ChangeDefinition<Input extends v.ObjectEntries = v.ObjectEntries> {
  /** What it takes besides words, here and over the wire. */
  readonly input: Input;
  /** May use the reserved space on a full disk, because it can remove a fault from the site. */
  readonly mayUseReserve?: true;
  // Methods, so that changes with different inputs stand in one table.
  plan(context: ChangeContext<Input>, words: readonly string[]): Plan | Promise<Plan>;
  /** Checks a decision whose pages are composed. Returns it with the accepted exceptions. @throws UserError */
  check?(context: ChangeContext<Input>, decision: Decision, current: Revision | null): Promise<Decision>;
  /** Says why nothing has changed. @param names the words, without the prefix of a folder */
  unchanged?(found: NoChange, names: readonly string[], options: Readonly<Record<string, unknown>>): string;
}

export async function makeChange(
  definition: ChangeDefinition,
  context: ChangeContext,
  words: readonly string[],
): Promise<ChangeAnswer> {
  const { decide, parts } = await definition.plan(context, words);
  const { store, options } = context;
  const { current, changed } = await applyChange(store, { why: options.why, decide }, { definition, context });
  const stateBefore = requireState(current);
  return changed ? answerMade(stateBefore, changed) : answerUnchanged(stateBefore, parts);
}

/** Makes a change that nobody reviews: what the site itself decides. `decide` may be called again. */
export async function changeSite(store: Store, why: string, decide: Decide): Promise<ChangeResult | null> {
  const { changed } = await applyChange(store, { why, decide });
  return changed;
}

interface Review {
  readonly definition: ChangeDefinition;
  readonly context: ChangeContext;
}

/** Decides and composes again when another change was faster. @param review missing for what the site decides */
async function applyChange(store: Store, { why, decide }: { why: string; decide: Decide }, review?: Review) {
  for (;;) {
    const current = await store.readRevision();
    const decision = await decide(current);
    if (!decision) return { current, changed: null };
    const permitted = review ? await permit(review.context, decision, current) : decision;
    const seq = (current?.seq ?? 0) + 1;
    // First, because a check in a browser serves what is rendered here.
    const { pages, rendered } = await compose(store, { ...permitted, seq });
    const checked = await review?.definition.check?.(review.context, permitted, current);
    const { change, ...state } = checked ?? permitted;
    await recordActivations(store, current, state.releases);
    const at = new Date().toISOString();
    const recorded = { who: machineUser(), ...change, why, at };
    const holds = nextHolds(current, { seq, change: recorded });
    const since = nextSince(current, state.releases, at);
    const revision = { seq, ...state, ...(Object.keys(holds).length > 0 && { holds }), pages, since, change: recorded };
    if (await store.addRevision(revision)) return { current, changed: { revision, rendered } };
  }
}

/** @returns the decision with who asked for it @throws Error without the right */
async function permit({ authorize, options }: ChangeContext, decision: Decision, current: Revision | null) {
  const { who, grant } = options;
  await authorize?.(current, decision);
  return { ...decision, change: { ...decision.change, who, ...(grant && { grant }) } };
}

export function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return process.getuid ? `uid ${process.getuid()}` : 'unknown';
  }
}

export const retireInput = { retire: optionalTexts, redirect: optionalTexts };

export function readRetired({ retire, redirect }: InputOf<typeof retireInput>): readonly RetiredPath[] {
  if (redirect.length > retire.length) {
    throw new UserError('--redirect names where a retired path leads: name that path with --retire before it.');
  }
  if (redirect.length > 0 && redirect.length < retire.length) {
    throw new UserError('Give a --redirect for each --retire, or none where all these pages moved.');
  }
  const targets = redirect.map((path) => parsePath('redirect', path));
  return retire.map((path, at) => ({ path: parsePath('retire', path), redirect: targets[at] }));
}

export interface NoChange {
  readonly changed: false;
  readonly seq: number;
  readonly last: Pick<Change, 'command' | 'who'>;
  /** Only for a rollback: the requested and the active release of each part. */
  readonly parts: readonly (Rollback & { readonly active: string | null })[];
  /** Includes parts that the change did not concern. */
  readonly holds: Holds;
  /** Facts of the owner's space that take precedence over `site.json`; missing without any. */
  readonly edited?: EditedFacts;
}

/** What a change did. Each transport sends it; the terminal and the owner's space word it. */
export interface ChangeMade extends Change {
  readonly changed: true;
  readonly seq: number;
  readonly rendered: readonly string[];
  /** Paths without a page, and where they lead now; null for nowhere. */
  readonly left: readonly { readonly path: string; readonly to: string | null }[];
  readonly edited?: EditedFacts;
}

export type ChangeAnswer = NoChange | ChangeMade;

function answerUnchanged(stateBefore: Revision, requested: readonly Rollback[] = []): NoChange {
  const { command, who } = stateBefore.change;
  const parts = requested.map((part) => ({ ...part, active: findPart(stateBefore, part.name)?.active ?? null }));
  return {
    changed: false,
    seq: stateBefore.seq,
    last: { command, who },
    parts,
    holds: stateBefore.holds ?? {},
    ...editedIn(stateBefore),
  };
}

function answerMade(stateBefore: Revision, { revision, rendered }: ChangeResult): ChangeMade {
  const { seq } = revision;
  // Whoever asks knows the grant; the log keeps it.
  const { grant: _, ...change } = revision.change;
  const left = leftPaths(revision, stateBefore);
  return { changed: true, seq, ...change, rendered, left, ...editedIn(revision) };
}

/** Leaves out the address of the video call: teams read the answer, and only the owner and the invited may have it. */
function editedIn({ data: { edited = {} } }: Revision) {
  const { videoLink: _, ...sent } = edited;
  return Object.keys(sent).length > 0 && { edited: sent };
}

function leftPaths(revision: Revision, before: Revision): ChangeMade['left'] {
  const [targetsNow, targetsBefore] = [targetsIn(revision), targetsIn(before)];
  const paths = Object.keys({ ...before.pages, ...revision.redirects }).filter((path) => !(path in revision.pages));
  return paths
    .filter((path) => path in before.pages || targetsNow[path] !== targetsBefore[path])
    .map((path) => ({ path, to: targetsNow[path] ?? null }));
}

const targetsIn = ({ redirects = {}, pages }: Revision) => resolveRedirects(redirects, Object.keys(pages));
