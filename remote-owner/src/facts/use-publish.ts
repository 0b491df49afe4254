import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../api/answer';
import { useOwner } from '../api/owner-context';
import { refusalOf, facts as words } from '../content/facts';
import { releaseFailureText } from '../parts/use-release-action';
import { useAction } from '../view/use-action';
import { cleanTyped, type useDraft } from './use-draft';
import type { FactsPreview } from './use-facts';

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

/** Sentences by key. */
export function refusalsIn(error: unknown): readonly (readonly [key: string, sentence: string])[] {
  const refused = error instanceof CallError ? (error.current as Refused | null) : null;
  return (refused?.facts ?? []).map(({ key, rule }) => [key, refusalOf(key, rule)] as const);
}
