import type { AdoptedValues } from '@site/shared-ui';

/** The empty values, each replaced by what was found under its name. */
export function adoptInto<Values extends object>(empty: Values, found: AdoptedValues): Values {
  const known = Object.entries(empty).map(([name, value]) => [name, found[name] ?? value]);
  return Object.fromEntries(known);
}
