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
 * Keeps a form's values while the visitor is elsewhere in the same tab, until the form is empty again. Calls `restore` once
 * at most, with the values of an earlier visit and those that the form has before hydration: typed, autofilled or
 * restored by the browser.
 */
export function useKeptValues<Values extends object>(
  formRef: RefObject<HTMLFormElement | null>,
  { key, empty, values, restore }: KeptForm<Values>,
) {
  const isRestored = useRef(false);

  // A layout effect: the next render would overwrite the typed values with the empty initial ones.
  useLayoutEffect(() => {
    const found = { ...readDraft(key), ...(formRef.current && readFilledIn(formRef.current)) };
    const fitting = fitInto(empty, found);
    if (!isSame(fitting, empty)) restore(fitting);
  }, []);

  useEffect(() => {
    // The first values are those before `restore`.
    if (isRestored.current) writeDraft(key, isSame(values, empty) ? undefined : values);
    isRestored.current = true;
  }, [key, values]);

  return { forget: () => writeDraft(key, undefined) };
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** The found values that have the type of the form's own; an earlier release may have kept others. */
function fitInto<Values extends object>(empty: Values, found: Readonly<Record<string, unknown>>): Values {
  const fitting = Object.entries(empty).map(([name, value]) => [
    name,
    isAlike(found[name], value) ? found[name] : value,
  ]);
  return Object.fromEntries(fitting);
}

function isAlike(value: unknown, model: unknown): boolean {
  if (!Array.isArray(model)) return typeof value === typeof model;
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The form's fields that are not empty, by name; a ticked checkbox gives true. */
function readFilledIn(form: HTMLFormElement): Readonly<Record<string, string | boolean>> {
  const controls = [...form.elements].flatMap((control) => {
    if (control instanceof HTMLInputElement && control.name) {
      return [[control.name, control.type === 'checkbox' ? control.checked : control.value] as const];
    }
    return control instanceof HTMLTextAreaElement && control.name ? [[control.name, control.value] as const] : [];
  });
  return Object.fromEntries(controls.filter(([, value]) => value));
}
