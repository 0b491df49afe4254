import { UserError } from '../user-error';
import type { Blobs } from './blobs';

/** @throws UserError when the key is missing */
export async function readRequired(blobs: Blobs, key: string): Promise<Buffer> {
  const value = await blobs.get(key);
  if (value) return value;
  throw new UserError(`The store has lost ${key}: "pnpm release verify" lists what else is missing.`);
}
