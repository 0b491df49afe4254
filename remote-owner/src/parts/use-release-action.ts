import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../api/call-error';
import { type ReleaseCommand, type ReleaseCommandName, useSpace } from '../api/owner-api';
import { parts } from '../content/parts';
import { failureText, useAction } from '../view/form';

interface ReleaseAction {
  readonly command: ReleaseCommandName;
  readonly options: ReleaseCommand;
  readonly done: string;
  /** Closes its question. */
  readonly close: () => void;
}

/** Changes the active releases. The server refuses it when the site has changed since the page was loaded. */
export function useReleaseAction() {
  const { api, host, renewSite } = useSpace();
  const queries = useQueryClient();
  return useAction({
    mutationFn: ({ command, options }: ReleaseAction) => api.release(command, options),
    done: (_, { done }) => done,
    onError: (error) => void host.notify({ title: releaseFailureText(error), tone: 'error' }),
    onSettled: (answer, _error, { close }) => {
      close();
      void renewSite(seqOf(answer));
      return queries.invalidateQueries({ queryKey: ['release'] });
    },
  });
}

/** Number of the change that a command has made; undefined where it made none. */
export const seqOf = (answer: unknown) => (answer as { readonly seq?: number } | null | undefined)?.seq;

/** Replaces the server's own message, which is in English, for people at a terminal. */
export function releaseFailureText(error: unknown): string {
  if (!(error instanceof CallError)) return failureText(error);
  if (error.reason === 'changed') return parts.changedMeanwhile;
  const problem = error.current as { readonly type?: unknown } | null;
  const word = /\w[\w-]*$/.exec(String(problem?.type))?.[0] ?? '';
  return parts.problems[word] ?? failureText(error);
}
