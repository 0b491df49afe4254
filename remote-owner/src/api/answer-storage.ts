import type { QueryKey } from '@tanstack/react-query';

const STORAGE_KEY = 'espace-kept';

/** An answer as the owner last saw it. */
export interface KeptAnswer {
  readonly key: QueryKey;
  readonly data: unknown;
  /** When it came, milliseconds since 1970. */
  readonly at: number;
}

interface Kept {
  readonly session: string;
  readonly answers: readonly KeptAnswer[];
}

/** The answers that this browser keeps for a session; empty for those of another one. */
export function readKept(session: string | null): readonly KeptAnswer[] {
  if (session === null) return [];
  try {
    const kept = JSON.parse(window.localStorage.getItem(STORAGE_KEY) ?? 'null') as Kept | null;
    return kept?.session === session ? kept.answers : [];
  } catch {
    return [];
  }
}

export function writeKept(session: string, answers: readonly KeptAnswer[]): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, JSON.stringify({ session, answers } satisfies Kept));
  } catch {
    // Without room, nothing is better than what is outdated.
    forgetKept();
  }
}

export function forgetKept(): void {
  try {
    window.localStorage.removeItem(STORAGE_KEY);
  } catch {
    // A browser that denies access to its storage keeps nothing.
  }
}
