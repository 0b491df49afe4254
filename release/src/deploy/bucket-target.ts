import { createAtOnce } from '../store/at-once';
import { s3Blobs } from '../store/s3-blobs';
import { openS3Calls } from '../store/s3-calls';
import { describePlace, type S3Place } from '../store/s3-place';
import type { DeployTarget } from './target';

/** Each upload has a file in memory. */
const AT_ONCE = 16;

/** Unlike the bucket of a store, it may allow overwriting. */
export function bucketTarget(place: S3Place): DeployTarget {
  const call = openS3Calls(place);
  const { get, list, sizes, remove } = s3Blobs(place);
  const inTurn = createAtOnce(AT_ONCE);
  return {
    place: describePlace(place),
    isBucket: true,
    names: () => list(''),
    keysBelow: async (prefix) => new Set((await sizes?.(prefix))?.keys()),
    get,
    put: ({ key, headers, read }) =>
      inTurn(async () => void (await call({ method: 'PUT', key: place.prefix + key, headers, body: await read() }))),
    remove,
  };
}
