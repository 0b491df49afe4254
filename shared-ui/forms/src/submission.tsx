import { asksForFunding } from '@site/contract/addresses';
import type { FormFields } from '@site/contract/form-fields';
import type { Host, Notice, PageReleases } from '@site/contract/host';
import { type FormikValues, useFormik } from 'formik';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { preloadClient } from './client';
import { type AskedDoubts, useDoubts } from './doubts';
import type { CallFailure } from './outcome';
import { usePersistedValues } from './persisted-values';
import { type ReturnHome, useReturnHome } from './return-home';

interface StoredOutcome {
  readonly ok: true;
}

interface FailureOutcome {
  readonly ok: false;
  readonly error: unknown;
}

type Success<Outcome> = Extract<Outcome, StoredOutcome>;
type Failure<Outcome> = Exclude<Outcome, StoredOutcome> | CallFailure;

export interface FormSignals {
  /** The hidden field has a value: a robot probably filled in the form. */
  readonly isHoneypotFilled: boolean;
  /** Undefined in development. */
  readonly releases?: PageReleases | undefined;
}

export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

interface RequestForm<Values, Outcome extends StoredOutcome | FailureOutcome> {
  /** Key of the persisted values in the session storage; the cookie policy names it. */
  readonly key: string;
  readonly empty: Values;
  /** Their texts may be mistyped. */
  readonly fields?: FormFields;
  /** The box that is ticked where the address of the page asks for funding. */
  readonly fundingField?: keyof Values & string;
  /** Adapts values of an earlier visit. */
  readonly restore?: (earlier: Values) => Values;
  /** Returns the values as they are checked and sent. */
  readonly clean: (typed: Values) => Values;
  /** Called with cleaned values when the form is sent. A message prevents the sending. */
  readonly validate: (values: Values) => FieldErrors<Values>;
  readonly send: (request: Values, signals: FormSignals) => Promise<Outcome>;
  readonly successNotice: (request: Values, outcome: Success<Outcome>) => Omit<Notice, 'tone'>;
  /** True if the page stays at the recap instead of returning home. */
  readonly keepsRecap?: (outcome: Success<Outcome>) => boolean;
  readonly failed: Pick<Notice, 'title' | 'description'>;
}

type FormikFields = 'values' | 'isSubmitting' | 'submitCount' | 'getFieldProps' | 'setFieldValue';

export interface RequestFormState<Values extends FormikValues, Outcome>
  extends Pick<ReturnType<typeof useFormik<Values>>, FormikFields> {
  readonly sentValues: Values | undefined;
  readonly failure: Failure<Outcome> | undefined;
  readonly returnHome: ReturnHome;
  readonly doubts: AskedDoubts;
  /** A message disappears as soon as its field is correct. */
  readonly errors: FieldErrors<Values>;
  readonly handleSubmit: (event: FormEvent) => Promise<void>;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly honeypotRef: RefObject<HTMLInputElement | null>;
}

/** Formik's own `status` has no type. */
interface Status<Values, Outcome> {
  /** The request that is stored. */
  readonly sentValues?: Values;
  readonly keepsRecap?: boolean | undefined;
  readonly failure?: Failure<Outcome>;
}

/** Formik for a form that persists its values, is sent, shows the outcome and returns home after a success. */
export function useRequestForm<Values extends object, Outcome extends StoredOutcome | FailureOutcome>(
  host: Host,
  {
    key,
    empty,
    fields = {},
    fundingField,
    restore = (earlier) => earlier,
    clean,
    send,
    successNotice,
    keepsRecap,
    failed,
    validate,
  }: RequestForm<Values, Outcome>,
): RequestFormState<Values, Outcome> {
  const formRef = useRef<HTMLFormElement>(null);
  const honeypotRef = useRef<HTMLInputElement>(null);
  const { setStatus, ...status } = useStatus<Values, Outcome>(host);
  const check = (typed: Values) => validate(clean(typed));

  const form = useFormik<Values>({
    initialValues: empty,
    validate: check,
    // The form is checked only when it is sent.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: async (typed, { resetForm }) => {
      const request = clean(typed);
      if (askFirst(request)) return;
      // The document is read, because the field may have been filled in before hydration.
      const isHoneypotFilled = Boolean(honeypotRef.current?.value);
      const outcome = await outcomeOf(async () => send(request, { isHoneypotFilled, releases: host.releases?.() }));
      if (!outcome.ok) {
        console.error(outcome.error);
        setStatus({ failure: outcome as Failure<Outcome> });
        // While it is mounted, the form itself announces the failure.
        showErrorNotice(host, { ...failed, announced: formRef.current === null });
        return;
      }
      resetForm();
      const success = outcome as Success<Outcome>;
      setStatus({ sentValues: request, keepsRecap: keepsRecap?.(success) });
      // If the visitor has left the page, resetting the form does not remove the stored values.
      persistedValues.clear();
      host.notify({ ...successNotice(request, success), tone: 'success' });
    },
  });
  const persistedValues = usePersistedValues(formRef, {
    key,
    empty,
    values: form.values,
    restore: (earlier) => void form.setValues(restore(earlier)),
  });
  const { askFirst, ...doubts } = useDoubts(fields, form.values);
  useFundingChoice(() => fundingField && void form.setFieldValue(fundingField, true));
  const refused = form.errors as FieldErrors<Values>;

  /** Rejects for an unexpected error, which Formik's own handler hides from the reports of incidents. */
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (form.isSubmitting) return;
    withdrawErrorNotice(host);
    setStatus({});
    await form.submitForm();
  }

  return {
    ...form,
    ...status,
    doubts,
    errors: Object.keys(refused).length > 0 ? remaining(refused, check(form.values)) : refused,
    handleSubmit,
    formRef,
    honeypotRef,
  };
}

/** Calls `choose` once if the page's URL asks for AGEFICE funding; after hydration, so that the HTML matches. */
function useFundingChoice(choose: () => void): void {
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    if (asksForFunding(window.location.search)) chooseNow();
  }, []);
}

/** The outcome of the last sending, and the return home after a success. */
function useStatus<Values, Outcome>(host: Host) {
  const [{ sentValues, keepsRecap, failure }, setCurrent] = useState<Status<Values, Outcome>>({});
  const { reset, ...returnHome } = useReturnHome(host, sentValues !== undefined && !keepsRecap, () => setStatus({}));
  function setStatus(next: Status<Values, Outcome>) {
    setCurrent(next);
    reset();
  }
  return { sentValues, failure, setStatus, returnHome: keepsRecap ? { ...returnHome, isCancelled: true } : returnHome };
}

const remaining = <Values,>(refused: FieldErrors<Values>, current: FieldErrors<Values>) =>
  Object.fromEntries(
    Object.entries(refused).filter(([name, message]) => current[name as keyof Values] === message),
  ) as FieldErrors<Values>;

/** The first message of each field that breaks a rule of the schema. */
export function errorsOf<Values>(schema: v.GenericSchema, values: Values): FieldErrors<Values> {
  const { issues = [] } = v.safeParse(schema, values, { abortPipeEarly: true });
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0]?.key, message])) as FieldErrors<Values>;
}

/** Returns an error that `send` does not expect as a refusal, so that the visitor can send again or write. */
async function outcomeOf<Outcome>(send: () => Promise<Outcome>): Promise<Outcome | CallFailure> {
  try {
    return await send();
  } catch (error) {
    return { ok: false, reason: 'rejected', error };
  }
}

interface RequestFormElementProps {
  readonly form: Pick<RequestFormState<never, never>, 'handleSubmit' | 'formRef' | 'honeypotRef'>;
  readonly children: ReactNode;
}

/** The element of the form, with a hidden field that only robots fill in. */
export function RequestFormElement({ form, children }: RequestFormElementProps) {
  return (
    // `method="dialog"` submits nothing outside a <dialog>, so no typed text can end up in the address.
    <form ref={form.formRef} noValidate method="dialog" onSubmit={form.handleSubmit} onFocus={preloadClient}>
      <div hidden>
        <input ref={form.honeypotRef} type="text" name="subject" tabIndex={-1} autoComplete="off" />
      </div>
      {children}
    </form>
  );
}

// One notice per form: each remote bundles its own copy of this module and has one form. Keyed by host, which outlives
// the page: the notice stays while the visitor leaves the form and comes back.
const openNotices = new WeakMap<Host, () => void>();

export function showErrorNotice(host: Host, notice: Omit<Notice, 'tone'>): void {
  withdrawErrorNotice(host);
  openNotices.set(host, host.notify({ ...notice, tone: 'error' }));
}

export function withdrawErrorNotice(host: Host): void {
  openNotices.get(host)?.();
  openNotices.delete(host);
}
