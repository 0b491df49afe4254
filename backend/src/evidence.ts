/** The names are explained in release/core/src/watch/watch.ts. */
interface ReleaseCounts {
  readonly served: number;
  readonly live: number;
  readonly failed: number;
  readonly recovered: number;
  readonly opened: number;
  readonly started: number;
  readonly working: number;
  readonly networks: number;
  readonly reporters: number;
  readonly unproven: number;
}

interface WatchedRelease {
  readonly name: string;
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  readonly previous: string | null;
}

interface ReleaseEvidence {
  readonly name: string;
  readonly id: string;
  readonly since: ReleaseCounts;
  readonly before: ReleaseCounts | null;
  readonly unattributed: number;
  readonly dropped: number;
}

/** A message from the site's process, over the IPC channel. */
export interface EvidenceQuestion {
  /** Comes back with the answer. */
  readonly question: number;
  readonly watched: readonly WatchedRelease[];
}

export interface EvidenceAnswer {
  readonly question: number;
  /** In the order of the question; null when the database did not answer. */
  readonly evidence: readonly ReleaseEvidence[] | null;
}

/** @returns null for any other message */
export function parseEvidenceQuestion(message: unknown): EvidenceQuestion | null {
  const { question, watched } = (message ?? {}) as Partial<EvidenceQuestion>;
  const isQuestion = Number.isSafeInteger(question) && Array.isArray(watched) && watched.every(isWatched);
  return isQuestion ? (message as EvidenceQuestion) : null;
}

function isWatched(value: unknown): value is WatchedRelease {
  const { name, id, since, previous } = (value ?? {}) as Partial<WatchedRelease>;
  return (
    typeof name === 'string' &&
    typeof id === 'string' &&
    !Number.isNaN(Date.parse(String(since))) &&
    (previous === null || typeof previous === 'string')
  );
}
