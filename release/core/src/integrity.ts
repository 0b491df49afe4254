import { createHash } from 'node:crypto';

/** Formatted for the `integrity` attribute. */
export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** A stored value cannot be used. The message completes the sentence "It is damaged: …". */
export class DamageError extends Error {
  override name = 'DamageError';
}

/** JSON with a checksum of all other keys. Whitespace does not matter. */
export const seal = (value: object, indent?: number): string =>
  JSON.stringify({ ...value, checksum: sha256(JSON.stringify(value)) }, null, indent);

/** Reads sealed JSON. @throws DamageError */
export function unseal(source: Buffer | null): object {
  if (!source) throw new DamageError('it is no file');
  if (source.length === 0) throw new DamageError('it is empty');
  const parsed = parse(source.toString());
  if (typeof parsed !== 'object' || parsed === null) throw new DamageError('it is no JSON object');
  const { checksum, ...value } = parsed as { readonly checksum?: unknown };
  if (checksum === sha256(JSON.stringify(value))) return value;
  throw new DamageError('it does not match its checksum');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DamageError('it is no valid JSON', { cause });
  }
}
