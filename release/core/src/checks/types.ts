import type { DeclaredType, DeclaredTypes } from '@site/contract/build';
import { sanitizeForTerminal } from '@site/terminal/output';
import * as v from 'valibot';
import { nodeKey } from '../store/keys';
import type { Offers, Release } from '../store/release';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import type { Pair } from './pairs';

export const TYPES_FILE = 'types.json';

const NAME = v.pipe(v.string(), v.regex(/^[\w$]+$/));
const declared = v.record(NAME, v.looseObject({ hash: v.string(), text: v.string() }));
const stored = v.pipe(v.string(), v.parseJson(), v.looseObject({ sharedUi: declared, host: declared }));

/** @param offers the shell's offers; other types are left out, because no remote can use them */
export function encodeTypes(types: DeclaredTypes, offers?: Offers): Buffer {
  const kept = offers
    ? { sharedUi: pick(types.sharedUi, offers.sharedUi), host: pick(types.host, offers.host) }
    : types;
  return Buffer.from(`${JSON.stringify(kept, null, 2)}\n`);
}

const pick = (types: Readonly<Record<string, DeclaredType>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(types).filter(([name]) => names.includes(name)));

async function readTypes(store: Store, release: Release): Promise<DeclaredTypes> {
  const content = await store.readNodeFile(release, TYPES_FILE);
  const { success, output } = v.safeParse(stored, content.toString());
  if (success) return output;
  throw new UserError(
    `${nodeKey(release, TYPES_FILE)} lists no types: publish ${release.name} again from sources that differ.`,
  );
}

/** A name whose type in a shell differs from the one that a remote was built against. */
export interface ChangedType {
  /** A name of shared-ui, or one such as `host.notify`. */
  readonly name: string;
  readonly old: string;
  readonly now: string;
  readonly usedBy: readonly string[];
}

/** Ignores names that the shell lacks. */
export async function findChangedTypes(store: Store, pairs: readonly Pair[]): Promise<readonly ChangedType[]> {
  const changed = new Map<string, ChangedType>();
  for (const { shell, name, id } of pairs) {
    const [remote, itsShell] = await Promise.all([store.read(name, id), store.read('shell', shell)]);
    const [required, offered] = await Promise.all([readTypes(store, remote), readTypes(store, itsShell)]);
    for (const [typeName, old] of namedTypes(required)) {
      const now = namedTypes(offered).get(typeName);
      if (!now || now.hash === old.hash) continue;
      const key = `${typeName} ${old.hash} ${now.hash}`;
      const usedBy = [...(changed.get(key)?.usedBy ?? []), `${name}@${id}`];
      changed.set(key, { name: typeName, old: old.text, now: now.text, usedBy });
    }
  }
  return [...changed.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const namedTypes = ({ sharedUi, host }: DeclaredTypes): ReadonlyMap<string, DeclaredType> =>
  new Map([
    ...Object.entries(sharedUi),
    ...Object.entries(host).map(([name, type]): [string, DeclaredType] => [`host.${name}`, type]),
  ]);

export const describeChangedTypes = (changed: readonly ChangedType[]): readonly string[] =>
  changed.flatMap(({ name, old, now, usedBy }) => [
    `${name} has another type than ${usedBy.join(', ')} ${usedBy.length > 1 ? 'were' : 'was'} built against:`,
    ...onlyIn(old, now).map((line) => `  − ${line}`),
    ...onlyIn(now, old).map((line) => `  + ${line}`),
  ]);

export const acceptFlags = (names: Iterable<string>) => [...new Set(names)].map((name) => `--accept ${name}`).join(' ');

function onlyIn(text: string, other: string): readonly string[] {
  const unmatched = linesOf(other);
  return linesOf(text).filter((line) => {
    const at = unmatched.indexOf(line);
    if (at >= 0) unmatched.splice(at, 1);
    return at < 0;
  });
}

const linesOf = (text: string) => text.split('\n').map((line) => sanitizeForTerminal(line.trim()));
