import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface PersistedForm<Values> {
  /** Key in the session storage; the cookie policy names it. */
  readonly key: string;
  readonly empty: Values;
  readonly values: Values;
  /** Replaces the values by those of the browser. */
  readonly restore: (values: Values) => void;
}

/**
 * Keeps a form's values in the session storage until the form is empty. At the start, it takes over the values of an
 * earlier visit, and what was typed or autofilled into the prerendered fields before hydration. At submission, it takes
 * over what an extension or a password manager has written into a field without an event, which React has not seen.
 */
export function usePersistedValues<Values extends object>(
  formRef: RefObject<HTMLFormElement | null>,
  { key, empty, values, restore }: PersistedForm<Values>,
) {
  const isRestored = useRef(false);

  const restoreEarlier = useEffectEvent(() => {
    const filledIn = Object.entries(readFields(formRef.current)).filter(([, value]) => value);
    const typed = { ...readPersisted(key), ...Object.fromEntries(filledIn) };
    const restorable = pickRestorable(empty, typed);
    if (!isSame(restorable, empty)) restore(restorable);
  });

  // A layout effect: the next render would overwrite the typed values with the empty initial ones.
  useLayoutEffect(() => restoreEarlier(), []);

  const readSilentChanges = useEffectEvent(() => {
    const current = pickRestorable(values, readFields(formRef.current));
    if (!isSame(current, values)) flushSync(() => restore(current));
  });

  // React's own handler, on the root, runs later.
  useEffect(() => {
    const form = formRef.current;
    const onSubmit = () => readSilentChanges();
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [formRef]);

  useEffect(() => {
    // Skips the first values, which precede `restore`.
    if (isRestored.current) writePersisted(key, isSame(values, empty) ? undefined : values);
    isRestored.current = true;
  }, [key, values, empty]);

  return { clear: () => writePersisted(key, undefined) };
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Takes only values of the form's current types: an earlier release may have stored others. */
function pickRestorable<Values extends object>(empty: Values, stored: Readonly<Record<string, unknown>>): Values {
  const restorable = Object.entries(empty).map(([name, value]) => [
    name,
    isAlike(stored[name], value) ? stored[name] : value,
  ]);
  return Object.fromEntries(restorable);
}

function isAlike(value: unknown, model: unknown): boolean {
  if (!Array.isArray(model)) return typeof value === typeof model;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readFields(form: HTMLFormElement | null): Readonly<Record<string, string | boolean>> {
  const fields = [...(form?.elements ?? [])].flatMap((field) => {
    if (field instanceof HTMLInputElement && field.name) {
      if (field.type === 'radio' && !field.checked) return [];
      return [[field.name, field.type === 'checkbox' ? field.checked : field.value] as const];
    }
    return field instanceof HTMLTextAreaElement && field.name ? [[field.name, field.value] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** Reads a form's values from the session storage; an empty object if it is blocked or has none. */
function readPersisted(key: string): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** @param values undefined removes them */
function writePersisted(key: string, values: object | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values));
    else sessionStorage.removeItem(key);
  } catch {
    // The storage is blocked or full. The form still works, but leaving the page loses the typed values.
  }
}
