import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';
import type { DeployTarget, HostedFile } from './target';

/** Lists the deployed pages, so that a later deployment removes only those. */
const KEY = '_deployed.json';
/** A later deployment removes these keys: no folders, paths outside the target, or releases. */
const page = v.pipe(
  v.string(),
  v.check((key) => !key.startsWith('r/') && key.split(/[\\/]/).every((segment) => !/^\.{0,2}$/.test(segment))),
);
const mark = v.pipe(v.string(), v.parseJson(), v.looseObject({ seq: v.number(), pages: v.array(page) }));

export interface DeployedMark {
  readonly seq: number;
  /** Keys. */
  readonly pages: readonly string[];
}

/** Number 0 for an empty target. @throws UserError when the target holds something else */
export async function readMark({ place, get, names }: DeployTarget): Promise<DeployedMark> {
  const stored = await get(KEY);
  if (stored) {
    const { success, output } = v.safeParse(mark, stored.toString());
    if (success) return output;
    throw new UserError(`${KEY} in ${place} cannot be read: deploy to an empty target.`);
  }
  if ((await names()).length === 0) return { seq: 0, pages: [] };
  throw new UserError(
    `${place} is not empty, and no deployment wrote it: name an empty target, or one that does not exist yet.`,
  );
}

export const markFile = (content: DeployedMark): HostedFile => ({
  key: KEY,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  read: async () => Buffer.from(`${JSON.stringify(content)}\n`),
});
