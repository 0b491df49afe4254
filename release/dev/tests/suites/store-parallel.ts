import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import type { S3Location } from '@site/release-core/store/s3/s3-location';
import { openStore } from '@site/release-core/store/store';
import { verify } from '@site/release-core/store/verify';
import { type Fault, startFaultProxy } from '@site/release-core/tests/support/fault-proxy';
import { environmentOf } from '@site/release-core/tests/support/s3-environment';
import { addAll, openTinySite, tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import { programArguments } from '@site/terminal/program';

const REMOTES = ['landing', 'booking', 'contact', 'legal'];

const RELIABLE_CONNECTION = { connection: 'a reliable connection', faultOf: () => null };
/** Loses answers, cuts them and drops connections: two calls in seven. */
export const UNRELIABLE_CONNECTION = {
  connection: 'an unreliable connection',
  faultOf: (count: number): Fault | null => FAULTS[count % FAULTS.length] ?? null,
};
const FAULTS: readonly (Fault | null)[] = [
  null,
  null,
  'lose',
  null,
  null,
  null,
  503,
  null,
  null,
  'cut',
  null,
  null,
  null,
  'drop',
];

/** Tests activations from four processes on one object store. @param ids of each part, activated one after the other */
export function describeConcurrentActivations(
  newLocation: () => S3Location,
  ids: readonly string[],
  connections: readonly (typeof UNRELIABLE_CONNECTION)[] = [RELIABLE_CONNECTION],
): void {
  test.each(connections)(
    'none of the activations from four processes is lost or done twice, on $connection',
    async ({ faultOf }) => {
      const location = newLocation();
      const store = openStore(s3Blobs(location));
      await openTinySite(store, [tinyShell(), ...REMOTES.map((name) => tinyRemote(name))]);
      await addAll(
        store,
        REMOTES.flatMap((name) => ids.map((id) => tinyRemote(name, id))),
      );
      const proxy = await startFaultProxy(location.endpoint);
      proxy.decide = (_method, count) => faultOf(count);
      const env = { ...process.env, ...environmentOf({ ...location, endpoint: proxy.origin }) };
      const run = (name: string) => {
        const words = [
          ...programArguments(join(__dirname, '../../../server/tests/change-many.ts')),
          ...ids.map((id) => `${name}@${id}`),
        ];
        return promisify(execFile)(process.execPath, words, { env });
      };
      await Promise.all(REMOTES.map(run)).finally(() => proxy.end());

      const history = await store.readHistory();
      expect(history.map(({ seq }) => seq)).toEqual(
        Array.from({ length: 1 + REMOTES.length * ids.length }, (_entry, at) => at + 1),
      );
      for (const name of REMOTES) {
        const changes = history.flatMap(({ change }) => change.parts).filter((part) => part.name === name);
        expect([name, changes.map(({ to }) => to)]).toEqual([name, ids]);
      }
      const last = history.at(-1);
      expect(last && (await verify(store, last))).toEqual([]);
    },
  );
}
