import { type RefObject, useLayoutEffect } from 'react';

export type AdoptedValues = Record<string, string | boolean>;

/**
 * Calls back once with the values that the form has before hydration: typed, autofilled or restored by the browser. Not
 * called for an empty form. Keys are the fields' names; a checkbox gives a boolean.
 */
export function useAdoptedValues(
  formRef: RefObject<HTMLFormElement | null>,
  adopt: (values: AdoptedValues) => void,
): void {
  // A layout effect: the next render would overwrite the typed values with the empty initial ones.
  useLayoutEffect(() => {
    if (!formRef.current) return;
    const values = readForm(formRef.current);
    if (Object.values(values).some(Boolean)) adopt(values);
  }, []);
}

export function adoptInto<Values extends object>(empty: Values, found: AdoptedValues): Values {
  const known = Object.entries(empty).map(([name, value]) => [name, found[name] ?? value]);
  return Object.fromEntries(known);
}

function readForm(form: HTMLFormElement): AdoptedValues {
  const values: AdoptedValues = {};
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.name) {
      values[control.name] = control.type === 'checkbox' ? control.checked : control.value;
    } else if (control instanceof HTMLTextAreaElement && control.name) {
      values[control.name] = control.value;
    }
  }
  return values;
}
