import * as v from 'valibot';
import { DamageError, unseal } from '../integrity';
import type { Blobs } from './blobs';

/** Null for a value that is missing, damaged or of another form. */
export async function readSealed<Value>(
  blobs: Blobs,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Promise<Value | null> {
  try {
    const { success, output } = v.safeParse(schema, unseal(await blobs.get(key)).value);
    return success ? output : null;
  } catch (error) {
    if (error instanceof DamageError) return null;
    throw error;
  }
}
