import type { QueryKey } from '@tanstack/react-query';

const STORAGE_KEY = 'espace-kept';

/** Texts that are typed and not published: they outlive the app, not the session. */
export const TYPED_KEY = 'espace-textes';

export interface PersistedAnswer {
  readonly key: QueryKey;
  readonly data: unknown;
  /** Time of the answer, in milliseconds since 1970. */
  readonly at: number;
}

interface PersistedAnswers {
  readonly session: string;
  readonly answers: readonly PersistedAnswer[];
}

type StorageName = 'localStorage' | 'sessionStorage';

/** Null also for what is no JSON, and where the browser denies access to its storage. */
export function readStored<Value>(storage: StorageName, key: string): Partial<Value> | null {
  try {
    return JSON.parse(window[storage].getItem(key) ?? 'null') as Partial<Value> | null;
  } catch {
    return null;
  }
}

/** Null removes it. Without access to the storage, or room in it, nothing is kept. */
export function store(storage: StorageName, key: string, value: unknown): boolean {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The answers that this browser keeps for a session; empty for those of another one. */
export function readPersisted(session: string | null): readonly PersistedAnswer[] {
  const stored = session === null ? null : readStored<PersistedAnswers>('localStorage', STORAGE_KEY);
  return (stored?.session === session && stored?.answers) || [];
}

export function writePersisted(session: string, answers: readonly PersistedAnswer[]): void {
  const isStored = store('localStorage', STORAGE_KEY, { session, answers } satisfies PersistedAnswers);
  // Without room, no answer is better than an outdated one.
  if (!isStored) store('localStorage', STORAGE_KEY, null);
}

/** Where a session ends, also from another device, and where a person is erased. */
export function forgetPersisted(): void {
  for (const key of [STORAGE_KEY, TYPED_KEY]) store('localStorage', key, null);
}
