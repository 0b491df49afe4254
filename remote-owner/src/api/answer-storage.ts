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

/** The answers that this browser keeps for a session; empty for those of another one. */
export function readPersisted(session: string | null): readonly PersistedAnswer[] {
  if (session === null) return [];
  try {
    const stored = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? 'null') as PersistedAnswers | null;
    return stored?.session === session ? stored.answers : [];
  } catch {
    return [];
  }
}

export function writePersisted(session: string, answers: readonly PersistedAnswer[]): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify({ session, answers } satisfies PersistedAnswers));
  } catch {
    // Without room, no answer is better than an outdated one.
    forget(STORAGE_KEY);
  }
}

/** Where a session ends, also from another device, and where a person is erased. */
export const forgetPersisted = () => forget(STORAGE_KEY, TYPED_KEY);

function forget(...keys: readonly string[]): void {
  try {
    for (const key of keys) window.localStorage.removeItem(key);
  } catch {
    // A browser that denies access to its storage keeps nothing.
  }
}
