import { createConcurrencyLimit } from '@site/release-core/concurrency';
import { s3Blobs } from '@site/release-core/store/s3/s3-blobs';
import { openS3Calls } from '@site/release-core/store/s3/s3-calls';
import { describeLocation, type S3Location } from '@site/release-core/store/s3/s3-location';
import type { DeployTarget } from './target';

/** Each upload has a file in memory. */
const AT_ONCE = 16;

/** Unlike the bucket of a store, it may allow overwriting. */
export function bucketTarget(location: S3Location): DeployTarget {
  const call = openS3Calls(location);
  const { get, list, sizes, remove } = s3Blobs(location);
  const limited = createConcurrencyLimit(AT_ONCE);
  return {
    place: describeLocation(location),
    isBucket: true,
    names: () => list(''),
    keysBelow: async (prefix) => new Set((await sizes?.(prefix))?.keys()),
    get,
    put: ({ key, headers, read }) =>
      limited(
        async () => void (await call({ method: 'PUT', key: location.prefix + key, headers, body: await read() })),
      ),
    remove,
  };
}
