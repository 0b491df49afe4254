import { integrityOf } from '@site/release-core/integrity';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import { hashAt, type OpenUpload, uploadsIn } from '@site/release-core/wire/open-uploads';
import type { Call, Reply } from '../caller';
import type { Limits } from '../limits';
import { ProblemError } from '../problem-error';
import { createQueue } from '../queue';
import { receive } from '../receive';
import type { UploadOptions } from './begin-upload';
import { commitUpload } from './commit-upload';
import { createSlots } from './content-slots';
import { requireFreeRoutes, requireSameContent } from './release-conflicts';

export function uploadHandlers(store: Store, limits: Limits, { activity, room }: UploadOptions) {
  const uploads = uploadsIn(store.blobs);
  const inSlot = createSlots(limits);
  // Commits run one after the other, because each holds a whole release in memory.
  const inTurn = createQueue(limits.commitsAtOnce);

  /** Another grant's upload counts as missing. */
  async function requireUpload(id: string, grant: Grant): Promise<OpenUpload> {
    const upload = await uploads.read(id);
    if (upload?.grant !== grant.id) {
      throw new ProblemError(
        'not-found',
        'There is no such upload, or it was committed, or gave way to another: describe the release again.',
      );
    }
    activity.touch(id);
    return upload;
  }

  return {
    put: async ({ request, grant, words: [id = '', address = ''] }: Call): Promise<Reply> => {
      const upload = await requireUpload(id, grant);
      const content = hashAt(upload, address);
      if (!content) throw new ProblemError('not-found', 'The upload has no such content: send those that it lacks.');
      return inSlot(grant.id, async () => {
        const bytes = await receive(request, {
          type: 'application/octet-stream',
          most: content.bytes,
          seconds: limits.bodySeconds,
        });
        if (integrityOf(bytes) !== content.hash) {
          throw new ProblemError('wrong-content', 'These bytes have another hash: read the file and send it again.');
        }
        await room.requireFree(bytes.length);
        await uploads.addContent(id, address, bytes);
        return { status: 204 };
      });
    },

    commit: async ({ grant, words: [id = ''] }: Call): Promise<Reply> => {
      const upload = await requireUpload(id, grant);
      const body = await inTurn('all', async () => {
        await requireFreeRoutes(store, grant, upload.release);
        if (!(await requireSameContent(store, upload.release))) await room.requireStorable(grant, upload);
        return commitUpload(store, id, upload);
      });
      return { status: 200, body, did: `publish ${body.release.name}@${body.release.id} (${body.outcome})` };
    },
  };
}
