const COMMON =
  'gmail.com googlemail.com hotmail.fr hotmail.com outlook.fr outlook.com live.fr live.com msn.com yahoo.fr yahoo.com ymail.com orange.fr wanadoo.fr free.fr sfr.fr neuf.fr cegetel.net club-internet.fr numericable.fr bbox.fr laposte.net aliceadsl.fr icloud.com me.com mac.com aol.com gmx.fr gmx.com proton.me protonmail.com'.split(
    ' ',
  );

/** Real domains that are one letter away from a common one. */
const REAL = new Set([...COMMON, 'mail.com', 'email.com', 'cloud.com']);

/** Domains that people type when they mean another one, more than one letter away. */
const MEANT: Readonly<Record<string, string>> = {
  'gmail.fr': 'gmail.com',
  'googlemail.fr': 'googlemail.com',
  'icloud.fr': 'icloud.com',
  'laposte.com': 'laposte.net',
  'wanadoo.com': 'wanadoo.fr',
};

/** Last labels that do not exist, with those that people mean. */
const ENDINGS: Readonly<Record<string, string>> = Object.fromEntries([
  ...['con', 'cmo', 'ocm', 'vom', 'xom', 'comm', 'coml', 'cim'].map((slip) => [slip, 'com']),
  ...['ft', 'ff', 'frr', 'dr', 'rf'].map((slip) => [slip, 'fr']),
]);

/** Only names of this length are compared: one more letter in « free » or « live » makes another word. */
const SHORTEST_NAME = 5;

/** The address that was probably meant, if its domain looks like a slip of the fingers; null otherwise. */
export function suggestEmail(address: string): string | null {
  const at = address.lastIndexOf('@') + 1;
  const typed = address.slice(at).toLowerCase();
  if (at === 0 || REAL.has(typed)) return null;
  const ended = typed.replace(/[^.]+$/, (label) => ENDINGS[label] ?? label);
  const meant =
    MEANT[ended] ??
    COMMON.find((domain) => domain.indexOf('.') >= SHORTEST_NAME && isOneSlipAway(ended, domain)) ??
    ended;
  return meant === typed ? null : address.slice(0, at) + meant;
}

/** Whether one letter is another one, too many, missing, or changes places with the next one. */
function isOneSlipAway(typed: string, meant: string): boolean {
  let samePrefix = 0;
  while (samePrefix < typed.length && typed[samePrefix] === meant[samePrefix]) samePrefix += 1;
  const [one, other] = [typed.slice(samePrefix), meant.slice(samePrefix)];
  return (
    one.slice(1) === other.slice(1) ||
    one.slice(1) === other ||
    one === other.slice(1) ||
    (one.charAt(1) + one.charAt(0) === other.slice(0, 2) && one.slice(2) === other.slice(2))
  );
}
