import type { Blobs } from '@site/release-core/store/blobs';

const FOLDER = 'webhooks/';
const DONE = 'done';
/** A server that ends while it delivers is replaced by another, or by itself. */
const MOST_CLAIMS = 3;

/** Longer than all attempts of a delivery take. */
export const CLAIM_MS = 15 * 60_000;

/** Which server delivers an event: of several that claim it at once, the store lets one. */
export function claimsIn(blobs: Blobs) {
  const keyOf = (event: string, name: string | number) => `${FOLDER}${event}/${name}`;
  const read = async (event: string, claim: number) => {
    const value = await blobs.get(keyOf(event, claim));
    return value === null ? null : Number(value.toString());
  };
  return {
    /** @param now milliseconds since 1970 */
    claim: async (event: string, now: number): Promise<'claimed' | 'taken' | 'over'> => {
      if (await blobs.has(keyOf(event, DONE))) return 'over';
      for (let claim = 1; claim <= MOST_CLAIMS; claim += 1) {
        if (await blobs.add(keyOf(event, claim), `${now}`)) return 'claimed';
        const since = await read(event, claim);
        if (since !== null && now - since < CLAIM_MS) return 'taken';
      }
      return 'over';
    },
    /** It was delivered, or given up. */
    end: async (event: string, how: 'delivered' | 'given-up') => {
      await blobs.add(keyOf(event, DONE), how);
    },
    /** Removes what nobody needs: an older event is delivered no more. */
    removeBefore: async (time: number) => {
      for (const event of await blobs.list(FOLDER)) {
        const since = await read(event, 1);
        if (since === null || since < time) await blobs.remove(`${FOLDER}${event}/`);
      }
    },
  };
}
