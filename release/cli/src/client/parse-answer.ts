import { readAtMost } from '@site/release-core/read-at-most';
import { UserError } from '@site/release-core/user-error';
import * as v from 'valibot';
import { parseJson } from './site-problem';

const LARGEST_ANSWER = 64 * 1024 * 1024;

export interface SiteAnswer {
  readonly contentType: string;
  readonly body: Buffer;
}

/** @throws UserError when the answer does not match the schema, for example the page of a proxy */
export function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  { contentType, body }: SiteAnswer,
  origin: string,
): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, parseJson(body));
  if (success) return output;
  const what = /^application\/json\b/i.test(contentType) ? 'JSON of another form' : 'no JSON';
  throw otherForm(origin, undefined, what);
}

export const otherForm = (origin: string, cause?: unknown, what = 'JSON of another form') =>
  new UserError(`${origin} answered ${what}: a proxy may have answered, or the site runs another version.`, { cause });

/** @throws UserError when the answer is too large */
export async function readBody(response: Response, origin: string): Promise<Buffer> {
  const body = await readAtMost(response, LARGEST_ANSWER);
  if (body) return body;
  throw new UserError(`${origin} sends an answer that is too large for a release interface.`);
}
