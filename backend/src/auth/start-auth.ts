import type { Connection } from '../database/database';
import { reopening } from '../database/reopening';
import { createFeed, type Feed } from '../feed/feed';
import { type Auth, createAuth } from './auth';
import { openAuthDatabase } from './auth-database';

/** The worker begins when the answer has gone: its work for an owner's mail must not delay the answer. */
const AFTER_ANSWER_MS = 50;

interface StartedAuth {
  readonly auth: Auth;
  /** Private calendars. */
  readonly feed: Feed;
  /** How many owners may sign in. */
  readonly owners: number;
  /** Names who is called when a mail with a code may wait. */
  readonly tellOfCodes: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
}

interface AuthOptions {
  readonly jwtSecret: string;
  readonly siteOrigin: string | undefined;
}

/** What the gateway asks the database itself, on a connection of its own. */
export async function startAuth(connection: Connection, options: AuthOptions): Promise<StartedAuth> {
  const { jwtSecret, siteOrigin = '' } = options;
  const queries = reopening(connection);
  const database = openAuthDatabase(queries);
  let onCode: () => void = () => undefined;
  const wake = () => void setTimeout(() => onCode(), AFTER_ANSWER_MS).unref();
  const auth = createAuth({ database, jwtSecret, issuer: `${siteOrigin}/auth/v1`, onCode: wake });
  return {
    auth,
    feed: createFeed(queries, options.siteOrigin),
    owners: await database.countOwners(),
    tellOfCodes: (listener) => {
      onCode = listener;
    },
    stop: queries.close,
  };
}
