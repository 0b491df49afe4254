import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { CallError } from '../api/answer';
import { useOwner } from '../api/owner-context';
import { failures, refusals } from '../content/space';

interface ActionOptions<Value, Args> extends UseMutationOptions<Value, Error, Args> {
  /** Text of the notice after a success; null shows none. */
  readonly done?: ((value: Value, args: Args) => string | null) | undefined;
}

/** A mutation that tells the owner its result, also when its view is left meanwhile. `onError` replaces the notice of a failure. */
export function useAction<Value, Args = void>({ done, onSuccess, ...options }: ActionOptions<Value, Args>) {
  const { host } = useOwner();
  return useMutation<Value, Error, Args>({
    onError: (error) => void host.notify({ title: failureText(error), tone: 'error' }),
    ...options,
    onSuccess: (value, args, ...others) => {
      const title = done?.(value, args) ?? null;
      if (title !== null) host.notify({ title, tone: 'success', duration: 5000 });
      return onSuccess?.(value, args, ...others);
    },
  });
}

export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return failures.failed;
  const isRefused = error.reason === 'impossible' && typeof error.current === 'string';
  return (isRefused && refusals[error.current]) || failures[error.reason];
}
