import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../api/answer';
import { refusalOf, facts as words } from '../content/facts';
import { parts } from '../content/parts';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';
import { cleanTyped, type useDraft } from './use-draft';
import type { FactsPreview } from './use-facts';

interface Refused {
  readonly detail?: string;
  readonly facts?: readonly { readonly key: string; readonly rule: string }[];
}

/** Previews what is typed, or publishes it. Both fail with the same refusals. */
export function usePublish({ typed, seen, clear, seeLatest }: ReturnType<typeof useDraft>) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  const onError = (error: unknown) => {
    if (refusalsIn(error).length > 0) return;
    const isChanged = error instanceof CallError && error.reason === 'changed';
    if (isChanged) seeLatest();
    const title = isChanged ? parts.changedMeanwhile : (refusedBy(error)?.detail ?? failureText(error));
    host.notify({ title, tone: 'error' });
  };
  const refresh = () => queries.invalidateQueries({ queryKey: ['release'] });
  const preview = useMutation({
    mutationFn: async () => ({
      of: typed,
      found: (await api.release('preview-facts', { facts: cleanTyped(typed) })) as FactsPreview,
    }),
    onError,
  });
  const publish = useMutation({
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

function refusedBy(error: unknown): Refused | null {
  return error instanceof CallError ? (error.current as Refused | null) : null;
}

/** Sentences by key. */
export const refusalsIn = (error: unknown): readonly (readonly [key: string, sentence: string])[] =>
  (refusedBy(error)?.facts ?? []).map(({ key, rule }) => [key, refusalOf(key, rule)] as const);
