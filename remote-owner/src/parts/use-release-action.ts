import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../api/answer';
import type { ReleaseCommand, ReleaseCommandName } from '../api/owner-api';
import { parts } from '../content/parts';
import { useOwner } from '../session/owner-context';
import { failureText } from '../view/failure-text';

interface ReleaseAction {
  readonly command: ReleaseCommandName;
  readonly options: ReleaseCommand;
  readonly done: string;
}

/** Changes the active releases. The server refuses it when the site has changed since the page was loaded. */
export function useReleaseAction(onEnd: () => void) {
  const { api, host } = useOwner();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ command, options }: ReleaseAction) => api.release(command, options),
    onSuccess: (_, { done }) => void host.notify({ title: done, tone: 'success', duration: 5000 }),
    onError: (error) => {
      const isChanged = error instanceof CallError && error.reason === 'changed';
      const title = isChanged ? parts.changedMeanwhile : (detailOf(error) ?? failureText(error));
      host.notify({ title, tone: 'error' });
    },
    onSettled: () => {
      onEnd();
      return queries.invalidateQueries({ queryKey: ['release'] });
    },
  });
}

/** The server's message, which names the remedy. */
function detailOf(error: unknown): string | null {
  const problem = error instanceof CallError ? (error.current as { readonly detail?: unknown } | null) : null;
  return typeof problem?.detail === 'string' ? problem.detail : null;
}
