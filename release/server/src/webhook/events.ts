import type { Change, IndexEntry, Release } from '@site/release-core/store/release';

export interface WebhookEvent {
  readonly id: string;
  /** ISO 8601 */
  readonly at: string;
  readonly body: string;
}

type Type = 'published' | 'activated' | 'rolled-back' | 'returned' | 'held' | 'resumed';

const TYPES: Partial<Record<Change['command'], Type>> = {
  activate: 'activated',
  rollback: 'rolled-back',
  hold: 'held',
  resume: 'resumed',
};

/** Null for a change that the webhook does not report. */
export function eventOfChange({ seq, change }: Pick<IndexEntry, 'seq' | 'change'>): WebhookEvent | null {
  const { command, parts, held, resumed, who, why, at } = change;
  const type = held?.kind === 'guard' ? 'returned' : TYPES[command];
  if (!type) return null;
  const data = { seq, parts, held: held?.parts ?? [], resumed: resumed ?? [], who, why };
  return { id: `change-${seq}`, at, body: bodyOf(type, at, data) };
}

export const eventOfRelease = ({ name, id, commit, branch, publishedAt: at }: Release): WebhookEvent => ({
  id: `release-${name}-${id}`,
  at,
  body: bodyOf('published', at, { name, id, commit, branch: branch ?? null }),
});

const bodyOf = (type: Type, timestamp: string, data: object) =>
  JSON.stringify({ type: `release.${type}`, timestamp, data });
