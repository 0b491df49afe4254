import * as v from 'valibot';
import { seal } from '../integrity';
import type { Blobs } from '../store/blobs';
import { readSealed } from '../store/read-sealed';
import { UserError } from '../user-error';

/** Visits of one change; further ones are refused. */
const MOST_VISITS = 20;

const visit = v.object({
  /** ISO 8601 */
  at: v.string(),
  who: v.string(),
  paths: v.array(v.string()),
  /** One sentence each; empty when all pages work. */
  problems: v.array(v.string()),
});

/** A browser that opened the pages of a watched change on the live site. */
export type SyntheticVisit = v.InferOutput<typeof visit>;

export function visitsIn(blobs: Blobs) {
  const folder = (seq: number) => `visits/${seq}/`;
  const names = async (seq: number) => (await blobs.list(folder(seq))).sort();
  return {
    /** The earliest first. */
    list: async (seq: number): Promise<readonly SyntheticVisit[]> => {
      const all = await Promise.all((await names(seq)).map((name) => readSealed(blobs, folder(seq) + name, visit)));
      return all.filter((one) => one !== null);
    },
    /** @throws UserError when the change has too many */
    add: async (seq: number, made: SyntheticVisit): Promise<void> => {
      if ((await names(seq)).length >= MOST_VISITS) {
        throw new UserError(`Change ${seq} has ${MOST_VISITS} visits already.`);
      }
      await blobs.add(`${folder(seq)}${made.at.replaceAll(':', '-')}.json`, seal(made, 2));
      await blobs.sync();
    },
  };
}
