import { openDatabase } from '../_shared/database.ts';
import { failureReason } from '../_shared/delivery-failure.ts';
import { createFeed, feedAnswer } from '../_shared/mail/feed.ts';
import { presentFacts } from '../_shared/present-facts.ts';
import { readSiteFacts } from '../_shared/settings.ts';

let inTurn: Promise<unknown> = Promise.resolve();

/** Answers with a private calendar: the last part of the address is its name, which is a secret. */
export function answerAgenda(request: Request, env: Readonly<Record<string, string | undefined>>): Promise<Response> {
  // Strangers must not open as many connections to the database as they like.
  const answer = inTurn.then(() => answerNow(request, env));
  inTurn = answer.catch(() => undefined);
  return answer;
}

async function answerNow({ url, method }: Request, env: Readonly<Record<string, string | undefined>>) {
  try {
    const database = await openDatabase(env.SUPABASE_DB_URL ?? '', env.DATABASE_CA);
    try {
      const { facts } = await presentFacts(env.SITE_ORIGIN, readSiteFacts(env.SITE_FACTS));
      const feed = createFeed(database, { origin: env.SITE_ORIGIN, facts });
      const { text, ...answer } = await feedAnswer(feed, method, new URL(url).pathname.split('/').at(-1) ?? '');
      return new Response(method === 'HEAD' ? null : text, answer);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(`A calendar cannot be answered (${failureReason(error)}).`);
    return new Response(null, { status: 503, headers: { 'retry-after': '60' } });
  }
}
