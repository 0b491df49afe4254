import { UserError } from '@site/terminal/user-error';

/**
 * The address of the object store that holds the releases; undefined when they are in DATA_DIR.
 * @throws UserError for an invalid address, which the message does not repeat, as it may contain a key
 */
export function readObjectStore({ STORE: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text || /^s3:\/\/[\w./-]+$/.test(text)) return text || undefined;
  throw new UserError('STORE is no address of an object store: write s3://bucket/prefix, without a key.');
}
