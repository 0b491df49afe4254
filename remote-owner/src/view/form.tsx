import { Button, chakra } from '@site/shared-ui';
import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, FormEvent } from 'react';
import { CallError } from '../api/call-error';
import { useSpace } from '../api/owner-api';
import type { OwnerCalls } from '../api/wire';
import { failures, refusalText } from '../content/space';
import { useIsOld } from './query-result';

/** Texts and status messages of a form. Empty status messages stay mounted but take no space. */
export const Outcomes = chakra('div', { base: { '& > :not(:empty) ~ :not(:empty)': { marginTop: '4' } } });

const Column = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '5' } });

interface FormProps extends Omit<ComponentProps<typeof Column>, 'onSubmit'> {
  readonly onSubmit: (form: HTMLFormElement) => unknown;
}

/** A form that shows its own errors instead of the browser's. */
export function Form({ onSubmit, ...form }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event.currentTarget);
  };
  return <Column noValidate onSubmit={submit} {...form} />;
}

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'variant'> &
  Partial<Pick<ComponentProps<typeof Button>, 'variant'>>;

/** A button that changes something. It stays enabled while that runs: a disabled button loses the focus. */
export const ActionButton = ({ variant = 'quiet', disabled = false, ...button }: ActionButtonProps) => (
  <Button variant={variant} width="fit-content" disabled={useIsOld() || disabled} {...button} />
);

interface ActionOptions<Value, Args> extends UseMutationOptions<Value, Error, Args> {
  /** Text of the notice after a success; null shows none. */
  readonly done?: ((value: Value, args: Args) => string | null) | undefined;
}

/** A mutation that notifies the owner, even after its view was left. `onError` replaces the notice of a failure. */
export function useAction<Value, Args = void>({ done, onSuccess, ...options }: ActionOptions<Value, Args>) {
  const { host } = useSpace();
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

interface CallOptions<Value, Args> extends Pick<ActionOptions<Value, Args>, 'done' | 'onSuccess'> {
  /** The query, without arguments, that the answer is also that of; without one, all answers are loaded again. */
  readonly shows?: keyof OwnerCalls;
}

/** An action that is one call. `act` ignores a second press while it runs. */
export function useCallAction<Name extends keyof OwnerCalls>(
  name: Name,
  { shows, onSuccess, done }: CallOptions<OwnerCalls[Name]['value'], OwnerCalls[Name]['args']> = {},
) {
  const { api } = useSpace();
  const queries = useQueryClient();
  const action = useAction({
    mutationFn: (args: OwnerCalls[Name]['args']) => api.call(name, args),
    done,
    onSuccess: (value, ...given) => {
      if (shows) queries.setQueryData([shows, {}], value);
      return onSuccess?.(value, ...given);
    },
    onSettled: () => (shows ? undefined : queries.invalidateQueries()),
  });
  return { ...action, act: (args: OwnerCalls[Name]['args']) => !action.isPending && action.mutate(args) };
}

/**
 * Marks given-up days, or the end of an agreement, as seen, so that « Aujourd’hui » no longer lists them. A sum that
 * was given back has its day, yyyy-MM-dd. Afterwards, all answers are loaded again.
 */
export function useSeeGivenUp(id: string) {
  const { act } = useCallAction('owner_see_given_up');
  return (version: number, refundedOn?: string) => act({ id, version, ...(refundedOn && { refunded_on: refundedOn }) });
}

export function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return failures.failed;
  const isRefused = error.reason === 'impossible' && typeof error.current === 'string';
  return (isRefused && refusalText(error.current)) || failures[error.reason];
}
