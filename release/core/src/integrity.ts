import { createHash } from 'node:crypto';
import { STORE_FORMAT } from '@site/contract/stored-files';

export const integrityOf = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

export const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** A stored value cannot be used. The message completes the sentence "It is damaged: …". */
export class DamageError extends Error {
  override name = 'DamageError';
  /** Set for an intact value of another version. The message then completes a sentence that begins with the key. */
  readonly made?: 'earlier' | 'newer' | undefined;
}

const MADE = {
  earlier: 'was made by an earlier version, in a form that is not read any more',
  newer: 'was made by a newer version, in a form that is not read yet',
};

export class FormatError extends DamageError {
  override name = 'FormatError';

  constructor(override readonly made: 'earlier' | 'newer') {
    super(MADE[made]);
  }
}

export const describeUnusable = (key: string, { made, message }: Pick<DamageError, 'made' | 'message'>) =>
  `${key} ${made ? '' : 'is damaged: '}${message}`;

/** JSON with its format, and a checksum of all other keys. Every format keeps both. Whitespace does not matter. */
export function seal(value: object, indent?: number): string {
  const numbered = { ...value, format: STORE_FORMAT };
  return JSON.stringify({ ...numbered, checksum: sha256(JSON.stringify(numbered)) }, null, indent);
}

/** Reads sealed JSON, which is as it was written when it matches its checksum. @throws DamageError */
export function unseal(source: Buffer | null): object {
  if (!source) throw new DamageError('it is no file');
  if (source.length === 0) throw new DamageError('it is empty');
  const parsed = parse(source.toString());
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new DamageError('it is no JSON object');
  }
  const { checksum, ...numbered } = parsed as { readonly checksum?: unknown; readonly format?: number };
  if (checksum === undefined) throw new FormatError('earlier');
  if (checksum !== sha256(JSON.stringify(numbered))) throw new DamageError('it does not match its checksum');
  const { format, ...value } = numbered;
  if (format !== undefined && format > STORE_FORMAT) throw new FormatError('newer');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DamageError('it is no valid JSON', { cause });
  }
}
