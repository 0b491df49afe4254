import { PICTURE_BYTES, pictureAddress } from '@site/release-core/config/owner-files';
import type { Store } from '@site/release-core/store/store';
import { createRateLimit } from '../http/traffic-limits';
import type { Limits } from './limits';
import { ProblemError } from './problem-error';
import { type Call, type Reply, receive } from './request';
import { requireRight } from './rights';
import type { UploadQuota } from './uploads/upload-quota';

interface PictureOptions {
  readonly limits: Limits;
  readonly room: Pick<UploadQuota, 'requireFree'>;
}

/**
 * Stores a picture under the hash of its content, and answers with its address, which a fact may name. Until a
 * publication does, the site has no such address, and `release prune` removes the picture.
 */
export function pictureAdder(store: Store, { limits, room }: PictureOptions) {
  const pictures = createRateLimit(limits.picturesPerMinute);
  return async ({ grant, request }: Call): Promise<Reply> => {
    requireRight(grant, 'facts', []);
    const retryAfter = pictures.take(grant.id);
    if (retryAfter > 0) throw new ProblemError('too-many', `Wait ${retryAfter} seconds, then go on.`, { retryAfter });
    const content = await receive(request, {
      type: 'application/octet-stream',
      most: PICTURE_BYTES,
      seconds: limits.bodySeconds,
    });
    const path = pictureAddress(content);
    if (!path) throw new ProblemError('wrong-content', 'This is no whole JPEG, PNG or WebP: send another picture.');
    await room.requireFree(content.length);
    await store.addBody(path, content);
    return { status: 201, body: { path } };
  };
}
