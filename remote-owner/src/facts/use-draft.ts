import { cleanFact, cleanPasted } from '@site/contract/typed-facts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Fact, FactsAnswer, FactValue } from './use-facts';

/** Null returns to the value of the file. */
export type Typed = Readonly<Record<string, FactValue | null>>;

interface Draft {
  readonly typed: Typed;
  /** What the owner saw while typing; null for the latest answer. */
  readonly seen: FactsAnswer | null;
}

/** The space's cache keeps it while other tabs are open, and forgets it with the session. */
const KEY = ['facts-draft'];

const NOTHING: Draft = { typed: {}, seen: null };

/** What is typed and not yet published. A change of another device does not count as seen meanwhile. */
export function useDraft(latest: FactsAnswer) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => queries.getQueryData<Draft>(KEY) ?? NOTHING);
  const { typed, seen } = draft;
  useEffect(() => {
    queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(KEY, draft);
  }, [queries, draft]);
  return {
    seen: seen ?? latest,
    typed,
    type: ({ key, value, isEdited }: Fact, next: FactValue | null) =>
      setDraft((draft) => {
        const { [key]: _, ...others } = draft.typed;
        const isBack = next === null ? !isEdited : isSame(next, value);
        const changed = isBack ? others : { ...others, [key]: next };
        return Object.keys(changed).length === 0 ? NOTHING : { typed: changed, seen: draft.seen ?? latest };
      }),
    clear: () => setDraft(NOTHING),
    /** Keeps what is typed, on top of what is there now. */
    seeLatest: () => setDraft((draft) => ({ ...draft, seen: null })),
  };
}

const isSame = (value: FactValue, other: FactValue) => JSON.stringify(value) === JSON.stringify(other);

/** One line each: the site keeps no others. */
export const cleanTyped = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, cleanValue(key, value)]));

function cleanValue(key: string, value: FactValue | null): FactValue | null {
  if (typeof value === 'string') return cleanFact(key, value);
  if (value === null || typeof value === 'boolean') return value;
  return value.map(cleanPasted).filter(Boolean);
}
