import { type RefObject, useLayoutEffect } from 'react';

export type AdoptedValues = Record<string, string | boolean>;

/**
 * Hands over, once, what already stands in the form when React takes it over: typed, autofilled or restored by the
 * browser. Not called for an empty form. The keys are the fields' names; a checkbox gives a boolean.
 */
export function useAdoptedValues(
  formRef: RefObject<HTMLFormElement | null>,
  adopt: (values: AdoptedValues) => void,
): void {
  // In a layout effect: the next render would write the empty initial values over what was typed.
  useLayoutEffect(() => {
    if (!formRef.current) return;
    const values = readForm(formRef.current);
    if (Object.values(values).some(Boolean)) adopt(values);
  }, []);
}

/** The empty values, each replaced by what was found under its name. */
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
