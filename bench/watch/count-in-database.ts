import { availableParallelism } from 'node:os';
import { migrate } from '@site/backend/migrate';
import { connect, type Database } from '@site/backend/postgres';
import { startCluster } from '@site/backend/tests/support/postgres-cluster';
import { DAY_MS } from '@site/contract/today';
import {
  type Counting,
  MINUTE_MS,
  type NetworkEvent,
  type Simulated,
  storeVisits,
} from '@site/release-core/tests/support/simulate-watch';
import { NO_COUNTS } from '@site/release-core/watch/judge';
import type { ReleaseCounts, ReleaseEvidence } from '@site/release-core/watch/watch';

const PART = 'booking';
const [NEXT, PREVIOUS] = ['next', 'previous'];
const FIRST_ACTIVATION = Date.parse('2026-11-27T10:00:00Z');

/**
 * Stores what happens in each minute, then asks as the automatic rollback does. What lies before the activation never
 * changes.
 */
const LOOK_EACH_MINUTE = `
  create function private.look_each_minute(began timestamptz, minutes json) returns setof json
  language plpgsql as $$
  declare
    minute record;
  begin
    for minute in select m.at, m.events from json_to_recordset(minutes) as m (at timestamptz, events json) loop
      ${storeVisits('minute.events', `'${PART}'`)};
      return next private.release_counts('${PART}', '${NEXT}', began, minute.at, private.ten_minutes(minute.at));
    end loop;
  end $$`;

/** One migrated database for each core. */
export async function openDatabases() {
  const cluster = await startCluster({ settings: ['fsync=off', 'max_wal_size=4GB'] });
  const names = Array.from({ length: availableParallelism() }, (_, each) => `watch_${each}`);
  const databases: Database[] = [];
  for (const name of names) {
    const database = await connect({ connectionString: await cluster.createDatabase(name, 'superuser') });
    await migrate(database);
    await database.script(LOOK_EACH_MINUTE);
    databases.push(database);
  }
  return {
    databases,
    remove: async () => {
      await Promise.all(databases.map((database) => database.close()));
      await cluster.remove();
    },
  };
}

export interface Activation {
  /** Activations happen at every second of the ten minutes by which networks are stored. */
  readonly seed: number;
  readonly simulated: Simulated;
  readonly before: readonly NetworkEvent[];
}

/** Stores an activation, alone, and reads what the automatic rollback, which looks each minute, would be told of it. */
export async function countInDatabase(database: Database, { seed, simulated, before }: Activation): Promise<Counting> {
  const activatedAt = FIRST_ACTIVATION + (seed % 600) * 1000;
  const iso = (ms: number) => new Date(activatedAt + ms).toISOString();
  const rows = (events: readonly NetworkEvent[], release: string) =>
    events.map((event) => ({ ...event, at: iso(event.at), release }));
  await database.script('truncate private.release_networks, public.incidents');
  await database.query(storeVisits('$1', '$2'), [JSON.stringify(rows(before, PREVIOUS)), PART]);

  const minutes = new Map<number, NetworkEvent[]>();
  for (const event of [...simulated.since].sort((one, other) => one.at - other.at)) {
    const minute = minuteAfter(event);
    minutes.set(minute, [...(minutes.get(minute) ?? []), event]);
  }
  const looks = [...minutes].map(([minute, events]) => ({ at: iso(minute * MINUTE_MS), events: rows(events, NEXT) }));
  const answers = await database.query<{ counts: ReleaseCounts }>('select private.look_each_minute($1, $2) as counts', [
    iso(0),
    JSON.stringify(looks),
  ]);
  const countsAt = new Map([...minutes.keys()].map((minute, each) => [minute, answers[each]?.counts]));
  const watched = [{ name: PART, id: NEXT, since: iso(0), previous: PREVIOUS }];
  const [end] = await database.query<{ evidence: readonly ReleaseEvidence[] }>(
    'select private.release_evidence($1, $2) as evidence',
    [JSON.stringify(watched), iso(3 * DAY_MS)],
  );
  let minute = 0;
  return {
    previous: end?.evidence[0]?.before ?? NO_COUNTS,
    counts: {
      add: (event) => {
        minute = minuteAfter(event);
        return true;
      },
      read: () => countsAt.get(minute) ?? NO_COUNTS,
    },
  };
}

const minuteAfter = ({ at }: NetworkEvent) => Math.floor(at / MINUTE_MS) + 1;
