import { AUTO_ROLLBACK } from '@site/contract/log-names';
import { HOUR_MS } from '@site/contract/today';
import { createConcurrencyLimit } from '@site/release-core/concurrency';
import type { Blobs } from '@site/release-core/store/blobs';
import { historySince } from '@site/release-core/store/history';
import type { Release } from '@site/release-core/store/release';
import type { Change, Revision } from '@site/release-core/store/revision';
import type { Store } from '@site/release-core/store/store';
import type { PostMessage } from './post-message';

/** Pauses before the second try and those after it. */
const PAUSES_MS = [5_000, 30_000, 120_000, 480_000];
const AT_ONCE = 2;
const RELEASES_EVERY_MS = 60_000;

interface WebhookOptions {
  readonly store: Store;
  readonly post: PostMessage;
  readonly pause: (ms: number) => Promise<void>;
  readonly log: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Delivers each change and publication of the last hour once. Changes are made by any server and by the command line;
 * all servers poll, and the store lets one of them deliver.
 */
export function createWebhook(parts: WebhookOptions) {
  const { store, now, log } = parts;
  const { claim, removeBefore } = claimsIn(store.blobs);
  const deliver = deliverer(parts);
  const findEvents = eventFinder(parts);
  const seen = new Map<string, number>();
  let cleanedAt = Number.NEGATIVE_INFINITY;

  async function take(event: WebhookEvent) {
    if (seen.has(event.id)) return;
    const isOurs = await claim(event.id, now());
    seen.set(event.id, now());
    if (!isOurs) return;
    // A delivery may take ten minutes.
    deliver(event).catch((error: unknown) => log(`The delivery of the webhook of ${event.id} stopped. ${error}`));
  }

  return {
    poll: async () => {
      for (const event of await findEvents()) await take(event);
      if (now() - cleanedAt < HOUR_MS) return;
      cleanedAt = now();
      await removeBefore(now() - 2 * HOUR_MS);
      for (const [id, at] of seen) if (at < now() - 2 * HOUR_MS) seen.delete(id);
    },
  };
}

function deliverer({ post, pause, log }: WebhookOptions) {
  const inTurn = createConcurrencyLimit(AT_ONCE);
  return async ({ id, body }: WebhookEvent) => {
    for (const wait of [...PAUSES_MS, null]) {
      const failure = await inTurn(() => post({ id, body }).then(() => null, reasonOf));
      if (failure === null) return;
      log(`The webhook of ${id} was not delivered: ${failure}.${wait === null ? ' It is given up.' : ''}`);
      if (wait !== null) await pause(wait);
    }
  };
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Events of the last hour. A store on another machine is asked for publications once a minute. */
function eventFinder({ store, now }: WebhookOptions) {
  const releases = new Map<string, WebhookEvent>();
  let changes: { readonly seq: number; readonly events: readonly WebhookEvent[] } | null = null;
  let listedAt = Number.NEGATIVE_INFINITY;

  async function readChanges() {
    const { revision } = await store.readState();
    if (!revision || changes?.seq === revision.seq) return;
    const revisions = await historySince(store, new Date(now() - HOUR_MS));
    changes = { seq: revision.seq, events: revisions.map(eventOfChange).filter((one) => one !== null) };
  }

  async function readAllReleases() {
    if (now() - listedAt < RELEASES_EVERY_MS) return;
    for (const name of await store.listNames()) {
      for (const id of await store.listStartedIds(name)) {
        const key = `${name}@${id}`;
        const release = releases.has(key) ? null : await store.readIfIntact(name, id);
        if (release) releases.set(key, eventOfRelease(release));
      }
    }
    listedAt = now();
  }

  return async (): Promise<readonly WebhookEvent[]> => {
    await readChanges();
    await readAllReleases();
    const isRecent = ({ at }: WebhookEvent) => Date.parse(at) >= now() - HOUR_MS;
    return [...(changes?.events ?? []), ...releases.values()].filter(isRecent);
  };
}

interface WebhookEvent {
  readonly id: string;
  readonly at: string;
  readonly body: string;
}

type Type = 'published' | 'activated' | 'rolled-back' | 'returned' | 'held' | 'resumed';

const TYPES: Readonly<Partial<Record<Change['command'], Type>>> = {
  activate: 'activated',
  rollback: 'rolled-back',
  hold: 'held',
  resume: 'resumed',
};

export function eventOfChange({ seq, change }: Pick<Revision, 'seq' | 'change'>): WebhookEvent | null {
  const { command, parts, held, resumed, who, why, at } = change;
  const type = held?.kind === AUTO_ROLLBACK ? 'returned' : TYPES[command];
  if (!type) return null;
  const data = { seq, parts, held: held?.parts ?? [], resumed: resumed ?? [], who, why };
  return { id: `change-${seq}`, at, body: bodyOf(type, at, data) };
}

const eventOfRelease = ({ name, id, commit, branch, publishedAt: at }: Release): WebhookEvent => ({
  id: `release-${name}-${id}`,
  at,
  body: bodyOf('published', at, { name, id, commit, branch: branch ?? null }),
});

const bodyOf = (type: Type, timestamp: string, data: object) =>
  JSON.stringify({ type: `release.${type}`, timestamp, data });

const FOLDER = 'webhooks/';

/** Which server delivers an event: of several that claim it at once, the store lets one. */
function claimsIn(blobs: Blobs) {
  const keyOf = (event: string) => `${FOLDER}${event}/1`;
  return {
    /** @param now milliseconds since 1970 */
    claim: (event: string, now: number) => blobs.add(keyOf(event), `${now}`),
    /** Removes what nobody needs: an older event is delivered no more. */
    removeBefore: async (time: number) => {
      for (const event of await blobs.list(FOLDER)) {
        const since = await blobs.get(keyOf(event));
        if (Number(since?.toString()) >= time) continue;
        await blobs.remove(`${FOLDER}${event}/`);
      }
    },
  };
}
