import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { readDraft, writeDraft } from './draft';

interface KeptForm<Values> {
  /** Key in the session storage; the cookie policy names it. */
  readonly key: string;
  readonly empty: Values;
  readonly values: Values;
  readonly restore: (values: Values) => void;
}

/**
 * Keeps a form's values in the session storage until the form is empty. Calls `restore` at most once, with the values
 * of an earlier visit and those that were typed or autofilled before hydration.
 */
export function useKeptValues<Values extends object>(
  formRef: RefObject<HTMLFormElement | null>,
  { key, empty, values, restore }: KeptForm<Values>,
) {
  const isRestored = useRef(false);

  // A layout effect: the next render would overwrite the typed values with the empty initial ones.
  useLayoutEffect(() => {
    const found = { ...readDraft(key), ...(formRef.current && readFilledIn(formRef.current)) };
    const restorable = pickRestorable(empty, found);
    if (!isSame(restorable, empty)) restore(restorable);
  }, []);

  useEffect(() => {
    // Skips the first values, which precede `restore`.
    if (isRestored.current) writeDraft(key, isSame(values, empty) ? undefined : values);
    isRestored.current = true;
  }, [key, values]);

  return { clear: () => writeDraft(key, undefined) };
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Takes only values of the form's current types: an earlier release may have stored others. */
function pickRestorable<Values extends object>(empty: Values, found: Readonly<Record<string, unknown>>): Values {
  const restorable = Object.entries(empty).map(([name, value]) => [
    name,
    isAlike(found[name], value) ? found[name] : value,
  ]);
  return Object.fromEntries(restorable);
}

function isAlike(value: unknown, model: unknown): boolean {
  if (!Array.isArray(model)) return typeof value === typeof model;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readFilledIn(form: HTMLFormElement): Readonly<Record<string, string | boolean>> {
  const controls = [...form.elements].flatMap((control) => {
    if (control instanceof HTMLInputElement && control.name) {
      return [[control.name, control.type === 'checkbox' ? control.checked : control.value] as const];
    }
    return control instanceof HTMLTextAreaElement && control.name ? [[control.name, control.value] as const] : [];
  });
  return Object.fromEntries(controls.filter(([, value]) => value));
}
