import type { Queryable } from '@site/supabase/functions/_shared/outbox';
import type { PushKey } from './push-key';
import type { Push } from './push-message';
import type { SendPush } from './send-push';

/** Offers the site's key to the space once, and returns what sends all due notifications. */
export function createPushDrain(
  database: Queryable,
  { publicKey }: Pick<PushKey, 'publicKey'>,
  send: SendPush,
): () => Promise<void> {
  let isOffered = false;
  const sendOne = async (push: Push) => {
    const outcome = await send(push);
    if (outcome === 'sent') await database.query('select private.push_sent($1)', [push.id]);
    else await database.query('select private.push_failed($1, $2)', [push.id, outcome === 'gone']);
  };
  return async () => {
    if (!isOffered) await database.query('select private.offer_push($1)', [publicKey]);
    isOffered = true;
    await Promise.all((await database.query<Push>('select * from private.claim_pushes()')).map(sendOne));
  };
}
