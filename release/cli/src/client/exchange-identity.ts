import { UserError } from '@site/release-core/user-error';
import { RELEASE_INTERFACE } from '@site/release-core/wire/wire';
import * as v from 'valibot';
import { describeRefusal } from './describe-refusal';
import { parseAnswer, readBody } from './parse-answer';

const DEADLINE_MS = 15_000;
/** Renewed before its end, so that no call of some minutes outlives it. */
const RENEWED_BEFORE_MS = 5 * 60_000;

const answer = v.looseObject({ token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)), until: v.string() });

type SiteSession = v.InferOutput<typeof answer>;

interface Exchanging {
  readonly origin: string;
  readonly source: string;
  /** A new identity token each time: the site takes each only once. */
  readonly ask: () => Promise<string>;
}

/** Returns the token that the site gives for an identity token. Concurrent calls share one exchange. */
export function exchanging(parts: Exchanging): () => Promise<string> {
  let session: Promise<SiteSession> | null = null;
  const next = async (last: typeof session) => {
    const current = await last?.catch(() => null);
    return current && Date.parse(current.until) - Date.now() > RENEWED_BEFORE_MS ? current : exchange(parts);
  };
  return async () => {
    session = next(session);
    return (await session).token;
  };
}

/** @throws UserError when the site does not accept the identity token */
async function exchange({ origin, source, ask }: Exchanging): Promise<SiteSession> {
  const identity = await ask();
  const response = await fetch(`${origin}${RELEASE_INTERFACE}/identity`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${identity}`, Accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch((cause: unknown) => {
    throw new UserError(
      `${origin} did not answer: check the address and the network, then give the same command again.`,
      {
        cause,
      },
    );
  });
  const received = {
    contentType: response.headers.get('content-type') ?? '',
    body: await readBody(response, origin),
  };
  if (!response.ok) throw describeRefusal({ origin, source, isRepeatable: true }, response, received);
  return parseAnswer(answer, received, origin);
}
