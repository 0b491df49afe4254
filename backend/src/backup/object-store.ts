import { UserError } from '../user-error';

/**
 * The address of the object store that holds the releases, when STORE names one: they are not in DATA_DIR then.
 * @throws UserError for what is no such address, which is not repeated: it could hold a key
 */
export function readObjectStore({ STORE: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text || /^s3:\/\/[\w./-]+$/.test(text)) return text || undefined;
  throw new UserError('STORE is no address of an object store: write s3://bucket/prefix, without a key.');
}
