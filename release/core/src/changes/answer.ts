import type { EditedFacts } from '@site/contract/page-data';
import type { TakenStep } from '../step';
import type { Change, Holds, IndexEntry } from '../store/release';
import type { Rollback } from './decide-rollback';
import type { Changed } from './decision';
import { findLine } from './part-line';
import { resolveRedirects } from './redirects';

/** Why nothing changed: the state already is as asked. */
export interface Unchanged {
  readonly changed: false;
  readonly seq: number;
  readonly last: Pick<Change, 'command' | 'who'>;
  /** Only of a rollback: what was asked of each part, and what is active. */
  readonly parts: readonly (Rollback & { readonly active: string | null })[];
  /** Of all parts. */
  readonly holds: Holds;
  /** Facts of the owner's space that take precedence over `site.json`; missing without any. */
  readonly edited?: EditedFacts;
}

/** What a change did. Each transport sends it; the terminal and the owner's space word it. */
export interface ChangeMade extends Change {
  readonly changed: true;
  readonly seq: number;
  /** Parts whose templates were rendered; all other pages only got another release index. */
  readonly rendered: readonly string[];
  /** Paths without a page, and where they lead now; null for nowhere. */
  readonly left: readonly { readonly path: string; readonly to: string | null }[];
  /** As in `Unchanged`, after the change. */
  readonly edited?: EditedFacts;
  /** Only of a dry run. */
  readonly steps?: readonly TakenStep[];
}

export type ChangeAnswer = Unchanged | ChangeMade;

interface Taken {
  readonly saw: IndexEntry;
  readonly changed: Changed | null;
  readonly steps: readonly TakenStep[];
}

export function answerOf({ saw, changed, steps }: Taken, asked: readonly Rollback[] = []): ChangeAnswer {
  if (!changed) {
    const { command, who } = saw.change;
    const parts = asked.map((part) => ({ ...part, active: findLine(saw, part.name)?.active ?? null }));
    return { changed: false, seq: saw.seq, last: { command, who }, parts, holds: saw.holds ?? {}, ...editedIn(saw) };
  }
  const { entry, rendered } = changed;
  const { seq } = entry;
  // Whoever asks knows the grant; the log keeps it.
  const { grant: _, ...change } = entry.change;
  const left = leftPaths(entry, saw);
  return { changed: true, seq, ...change, rendered, left, ...editedIn(entry), ...(steps.length > 0 && { steps }) };
}

const editedIn = ({ data: { edited } }: IndexEntry) => edited && { edited };

function leftPaths(entry: IndexEntry, before: IndexEntry): ChangeMade['left'] {
  const [now, then] = [targetsIn(entry), targetsIn(before)];
  const paths = Object.keys({ ...before.pages, ...entry.redirects }).filter((path) => !(path in entry.pages));
  return paths
    .filter((path) => path in before.pages || now[path] !== then[path])
    .map((path) => ({ path, to: now[path] ?? null }));
}

const targetsIn = ({ redirects = {}, pages }: IndexEntry) => resolveRedirects(redirects, Object.keys(pages));
