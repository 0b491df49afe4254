import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../api/call-error';
import { type ReleaseCommand, useSpace } from '../api/owner-api';
import type { ReleaseChangeName } from '../api/release-answers';
import { parts } from '../content/parts';
import { failureText, useAction } from '../view/form';

interface ReleaseAction {
  readonly command: ReleaseChangeName;
  readonly options: ReleaseCommand;
  readonly done: string;
}

/** Changes the active releases. The server refuses it when the site has changed since the page was loaded. */
export function useReleaseAction() {
  const { api, host, renewSite } = useSpace();
  const queries = useQueryClient();
  const { mutateAsync } = useAction({
    mutationFn: ({ command, options }: ReleaseAction) => api.release(command, options),
    done: (_, { done }) => done,
    onError: (error) => void host.notify({ title: releaseFailureText(error), tone: 'error' }),
    onSettled: (answer) => {
      void renewSite(answer?.seq);
      return queries.invalidateQueries({ queryKey: ['release'] });
    },
  });
  return (command: ReleaseChangeName, options: ReleaseCommand, done: string) => mutateAsync({ command, options, done });
}

/** Replaces the server's own message, which is in English, for people at a terminal. */
export function releaseFailureText(error: unknown): string {
  if (!(error instanceof CallError)) return failureText(error);
  if (error.reason === 'changed') return parts.changedMeanwhile;
  const problem = error.current as { readonly type?: unknown } | null;
  const word = /\w[\w-]*$/.exec(String(problem?.type))?.[0] ?? '';
  return parts.problems[word] ?? failureText(error);
}
