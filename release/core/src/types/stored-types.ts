import type { DeclaredType, DeclaredTypes } from '@site/contract/build';
import * as v from 'valibot';
import { nodeKey } from '../store/keys';
import type { Offers, Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';

/** One of the node files: no visitor loads it, and `release.json` only contains its hash. */
export const TYPES_FILE = 'types.json';

const NAME = v.pipe(v.string(), v.regex(/^[\w$]+$/));
const declared = v.record(NAME, v.looseObject({ hash: v.string(), text: v.string() }));
const stored = v.looseObject({ sharedUi: declared, host: declared });

/** @param offers the shell's offers; other types are left out, because no remote can use them */
export function encodeTypes(types: DeclaredTypes, offers?: Offers): Buffer {
  const kept = offers
    ? { sharedUi: pick(types.sharedUi, offers.sharedUi), host: pick(types.host, offers.host) }
    : types;
  return Buffer.from(`${JSON.stringify(kept, null, 2)}\n`);
}

const pick = (types: Readonly<Record<string, DeclaredType>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(types).filter(([name]) => names.includes(name)));

/** @throws UserError when they are missing or damaged */
export async function readTypes(store: Store, release: Release): Promise<DeclaredTypes> {
  const content = await store.readNodeFile(release, TYPES_FILE);
  const { success, output } = v.safeParse(stored, parse(content.toString()));
  if (success) return output;
  throw new UserError(
    `${nodeKey(release, TYPES_FILE)} lists no types: publish ${release.name} again from sources that differ.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
