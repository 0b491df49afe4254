const NAMES_SHOWN = 2;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in Arabic or Hebrew must not reorder the French words around it. */
export const isolated = (name: string) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

let listFormat: Intl.ListFormat | undefined;

/** Names the first two, and counts the others. */
export function listed(all: readonly string[]): string {
  const names = all.map(isolated);
  listFormat ??= new Intl.ListFormat('fr');
  const others = names.length - NAMES_SHOWN;
  if (others <= 0) return listFormat.format(names);
  return listFormat.format([...names.slice(0, NAMES_SHOWN), `${others}\u00a0${others === 1 ? 'autre' : 'autres'}`]);
}
