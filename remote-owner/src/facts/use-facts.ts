import { cleanFact, cleanPasted } from '@site/contract/typed-facts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError } from '../api/answer';
import { useOwner } from '../api/owner-api';
import type { ChangeLogAnswer, LoggedChange } from '../api/release-answers';
import { refusalOf, visitorMailsLack, facts as words } from '../content/facts';
import { releaseFailureText } from '../parts/use-release-action';
import { useAction } from '../view/form';

export type FactValue = string | boolean | readonly string[];

export interface Fact {
  /** Path of the key in `site.json`, such as `publisher.name`. */
  readonly key: string;
  readonly value: FactValue;
  /** The value in `site.json`. */
  readonly file: FactValue;
  readonly isEdited: boolean;
}

export interface FactsAnswer {
  /** Number of the last change of the site. */
  readonly seq: number;
  readonly facts: readonly Fact[];
  /** Missing from a server of an earlier version. */
  readonly visitorMailsLack?: readonly ('server' | 'origin')[];
}

export interface FactsPreview {
  /** Value of `?release=` that shows the preview; null where the server shows no previews. */
  readonly requested: string | null;
  readonly paths: readonly string[];
}

const CHANGES_READ = '100';

export function useFacts() {
  const { api } = useOwner();
  return useQuery({
    queryKey: ['release', 'facts'],
    queryFn: async () => {
      const [answer, log] = await Promise.all([api.release('facts'), api.release('log', { limit: CHANGES_READ })]);
      const edits = (log as ChangeLogAnswer).changes.filter(({ command }) => command === 'edit-facts');
      return { answer: answer as FactsAnswer, edits: edits as readonly LoggedChange[] };
    },
  });
}

/** Whether visitors get mails. */
export function useVisitorMails() {
  const { api } = useOwner();
  const { data } = useQuery({
    queryKey: ['release', 'visitor-mails'],
    queryFn: async () => (await api.release('facts')) as FactsAnswer,
  });
  const lack = data?.visitorMailsLack?.map((lack) => visitorMailsLack[lack]) ?? null;
  return {
    /** What they lack, in sentences; null while it is unknown, as on a host without the site's server. */
    lack,
    save: async (areWanted: boolean) => {
      if (!data || !lack) return;
      const areOn = data.facts.find(({ key }) => key === 'visitorMails')?.value === true;
      // Whoever wants mails that cannot leave yet gets them as soon as they can: only a refusal has to be stored.
      const isStored = lack.length > 0 ? areWanted : areWanted === areOn;
      if (!isStored) await api.release('edit-facts', { facts: { visitorMails: areWanted }, seq: data.seq });
    },
  };
}

/** Typed values by key; null restores the value of `site.json`. */
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

/** Makes one line of each text: the site stores no line breaks in facts. */
const cleanTyped = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).map(([key, value]) => [key, cleanValue(key, value)]));

function cleanValue(key: string, value: FactValue | null): FactValue | null {
  if (typeof value === 'string') return cleanFact(key, value);
  if (value === null || typeof value === 'boolean') return value;
  return value.map(cleanPasted).filter(Boolean);
}

interface Refused {
  readonly facts?: readonly { readonly key: string; readonly rule: string }[];
}

/** Previews what is typed, or publishes it. Both fail with the same refusals. */
export function usePublish({ typed, seen, clear, seeLatest }: ReturnType<typeof useDraft>) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const onError = (error: unknown) => {
    if (refusalsIn(error).length > 0) return;
    if (error instanceof CallError && error.reason === 'changed') seeLatest();
    host.notify({ title: releaseFailureText(error), tone: 'error' });
  };
  const refresh = () => queries.invalidateQueries({ queryKey: ['release'] });
  const preview = useAction({
    mutationFn: async () => ({
      of: typed,
      found: (await api.release('preview-facts', { facts: cleanTyped(typed) })) as FactsPreview,
    }),
    onError,
  });
  const publish = useAction({
    mutationFn: () => api.release('edit-facts', { facts: cleanTyped(typed), seq: seen.seq }),
    onSuccess: async () => {
      preview.reset();
      // First the new values, so that the former ones do not show in between.
      await refresh();
      clear();
      host.notify({ title: words.published, tone: 'success', duration: 5000 });
    },
    onError: (error) => {
      onError(error);
      return refresh();
    },
  });
  return { preview, publish };
}

/** The refused facts: key, and a sentence that says what is wrong. */
export function refusalsIn(error: unknown): readonly (readonly [key: string, sentence: string])[] {
  const refused = error instanceof CallError ? (error.current as Refused | null) : null;
  return (refused?.facts ?? []).map(({ key, rule }) => [key, refusalOf(key, rule)] as const);
}
