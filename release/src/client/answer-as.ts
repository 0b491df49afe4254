import * as v from 'valibot';
import { UserError } from '../user-error';
import type { SiteAnswer } from './call-site';
import { parseJson } from './site-problem';

/** Reads an answer of this form. @throws UserError for another one, as the page of a proxy */
export function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  { contentType, body }: SiteAnswer,
  origin: string,
): v.InferOutput<Schema> {
  const { success, output } = v.safeParse(schema, parseJson(body));
  if (success) return output;
  const what = /^application\/json\b/i.test(contentType) ? 'JSON of another form' : 'no JSON';
  throw new UserError(
    `${origin} answered ${what}: a proxy may stand before the site, or its version is not that of this command.`,
  );
}
