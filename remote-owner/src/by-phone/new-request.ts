import { cleanEmail, isEmail } from '@site/contract/email';
import { isDay } from '@site/contract/today';
import { idempotencyKeyOf } from '@site/forms/idempotency-key';
import { cleanLine, cleanText } from '@site/forms/texts';
import { todayInParis } from '@site/shared-ui';
import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../api/call-error';
import { useSpace } from '../api/owner-api';
import { type NewRequest, type TakenDay, takenDates } from '../api/requests';
import { byPhone } from '../content/by-phone';
import { failureText, useAction } from '../view/form';
import { openView } from '../view/view-address';

interface RequestToSave {
  readonly request: NewRequest;
  /** The days that may be used although they are confirmed for others. */
  readonly allowed: readonly TakenDay[];
}

/** Stores a request and opens it. The owner is asked about days that are confirmed for others. */
export function useNewRequest() {
  const { api } = useSpace();
  const queries = useQueryClient();
  const { mutate, isPending, error, variables, reset } = useAction({
    mutationFn: async ({ request, allowed }: RequestToSave) => {
      const { name, email, dates } = request;
      // After a lost answer, the same request is sent with the same key and stored once.
      const idempotencyKey = await idempotencyKeyOf({
        table: 'owner_add_request',
        day: todayInParis(),
        name,
        email,
        dates,
      });
      return api.call('owner_add_request', {
        ...request,
        attempt: idempotencyKey,
        ...(allowed.length > 0 && { also_confirmed: takenDates(allowed) }),
      });
    },
    onSuccess: ({ request: { id } }) => {
      void queries.invalidateQueries();
      openView({ request: id }, { replace: true });
    },
    done: ({ isTold }, { request: { tell } }) =>
      isTold ? byPhone.savedAndTold : tell ? byPhone.savedUntold : byPhone.saved,
    // The form shows it.
    onError: () => undefined,
  });
  const { reason, current } = error instanceof CallError ? error : new CallError('failed');
  const taken: readonly TakenDay[] | null = reason === 'taken' && Array.isArray(current) ? current : null;
  const failure = reason === 'closed' && typeof current === 'string' ? byPhone.closed(current) : failureText(error);
  return {
    save: (request: NewRequest) => !isPending && mutate({ request, allowed: [] }),
    isSaving: isPending,
    failure: error && !taken ? failure : null,
    taken,
    saveTaken: () => taken && variables && mutate({ ...variables, allowed: taken }),
    leaveTaken: reset,
  };
}

export interface Draft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  /** Value of the date field, before « Ajouter »; empty if nothing is typed. */
  readonly day: string;
  readonly isAgefice: boolean;
  readonly note: string;
  readonly tell: boolean;
}

export const EMPTY: Draft = {
  name: '',
  email: '',
  phone: '',
  dates: [],
  day: '',
  isAgefice: false,
  note: '',
  tell: false,
};

type DraftErrors = Partial<Record<'name' | 'email' | 'day', string>>;

/** Adds the typed day. A day that cannot be added stays in its field. */
export function withDay(draft: Draft): Draft {
  if (!isDay(draft.day) || draft.day < todayInParis()) return draft;
  return { ...draft, day: '', dates: [...new Set([...draft.dates, draft.day])].sort() };
}

export function errorsOf(draft: Draft): DraftErrors {
  const { name, email, dates, day } = draft;
  return {
    ...(cleanLine(name) === '' && { name: byPhone.missing.name }),
    ...(!isEmail(cleanEmail(email)) && { email: byPhone.missing.email }),
    ...(day !== '' ? { day: byPhone.missing.past } : dates.length === 0 && { day: byPhone.missing.dates }),
  };
}

/** What the database stores, with the texts as the visitors' forms clean them. */
export const toRequest = ({ name, email, phone, dates, isAgefice, note, tell }: Draft): NewRequest => ({
  name: cleanLine(name),
  email: cleanEmail(email),
  phone: cleanLine(phone) || null,
  dates,
  is_agefice: isAgefice,
  note: cleanText(note) || null,
  tell,
});
