import { todayInParis } from '@site/contract/today';
import * as v from 'valibot';
import { seal } from '../integrity';
import type { Blobs } from '../store/blobs';
import { readSealed } from '../store/read-sealed';
import { RIGHTS } from './wire';

const FOLDER = 'grants/';
const ID = /^[a-z0-9]{12}$/;
const grantKey = (id: string) => `${FOLDER}${id}.json`;
/** Stored values are immutable, so a withdrawal is a separate value. */
const withdrawalKey = (id: string) => `${FOLDER}${id}.withdrawn`;

const text = v.string();

// Unknown keys are accepted: an older server reads what a newer one has stored.
const grantSchema = v.object({
  id: v.pipe(text, v.regex(ID)),
  /** The holder: the log's `who`. */
  to: text,
  /** Names of the parts that it covers. */
  names: v.array(text),
  may: v.array(v.picklist(RIGHTS)),
  /** The last valid day, as in 2027-12-31. */
  until: v.optional(text),
  /** SHA-256 of the token; missing when identity tokens are accepted instead. */
  token: v.optional(v.pipe(text, v.regex(/^[0-9a-f]{64}$/))),
  oidc: v.optional(v.object({ issuer: text, claims: v.record(text, text) })),
  /** Who gave it, and when, in ISO 8601. */
  by: text,
  at: text,
});

export type Grant = v.InferOutput<typeof grantSchema>;

export type ListedGrant = Grant & {
  readonly isWithdrawn: boolean;
};

const isGrantId = (word: string) => ID.test(word);

export const isExpired = ({ until }: Grant) => until !== undefined && until < todayInParis();

interface Withdrawal {
  readonly by: string;
  readonly why: string;
  /** ISO 8601 */
  readonly at: string;
}

export function grantsIn(blobs: Blobs) {
  /** Null when it is missing or damaged: an unreadable grant gives no rights. */
  const readStored = async (id: string): Promise<Grant | null> => {
    const grant = await readSealed(blobs, grantKey(id), grantSchema);
    return grant?.id === id ? grant : null;
  };
  const read = async (id: string): Promise<ListedGrant | null> => {
    const grant = isGrantId(id) ? await readStored(id) : null;
    return grant && { ...grant, isWithdrawn: await blobs.has(withdrawalKey(id)) };
  };
  const list = async (): Promise<readonly ListedGrant[]> => {
    const ids = (await blobs.list(FOLDER)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    const all = await Promise.all(ids.map(read));
    return all.filter((one) => one !== null).sort((a, b) => a.at.localeCompare(b.at));
  };

  return {
    read,
    list,
    /** Whether any grant is not withdrawn. Without one, requests get the same answer as if there were no interface. */
    hasAny: async (): Promise<boolean> => {
      const names = await blobs.list(FOLDER);
      return names.some((name) => name.endsWith('.json') && !names.includes(name.replace(/\.json$/, '.withdrawn')));
    },
    add: async (grant: Grant): Promise<void> => {
      await blobs.add(grantKey(grant.id), seal(grant, 2));
      await blobs.sync();
    },
    /** False when it was already withdrawn. */
    withdraw: async (id: string, withdrawal: Withdrawal): Promise<boolean> => {
      const isNew = await blobs.add(withdrawalKey(id), JSON.stringify(withdrawal));
      await blobs.sync();
      return isNew;
    },
  };
}
