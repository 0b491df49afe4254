import type { FactValue } from '@site/contract/page-data';
import { readPhone } from '@site/contract/phone';
import { isPlausible } from '@site/contract/typed-facts';
import { FactsError } from './facts-error';

const PHONES: readonly string[] = ['phone', 'hosting.phone'];

/** Only what is edited: a file that a site has had for long is not refused. @throws FactsError that names each key */
export function checkFacts(edited: Readonly<Record<string, FactValue | null>>): void {
  const keys = Object.entries(edited).flatMap(([key, value]) =>
    typeof value !== 'string' || isRight(key, value) ? [] : [key],
  );
  if (keys.length === 0) return;
  const refusals = keys.map((key) => ({ key, rule: 'plausible' }));
  throw new FactsError(
    `Numbers that cannot be right, by their length or their check digits: ${keys.join(', ')}.`,
    refusals,
  );
}

/** The check of the file has the rule of `nda`. */
const isRight = (key: string, value: string) =>
  key === 'nda' ||
  (isPlausible(key, value) && (value === '' || !PHONES.includes(key) || readPhone(value).tel !== null));
