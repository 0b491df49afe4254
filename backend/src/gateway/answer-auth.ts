import type { Auth, AuthRoute } from '../auth/auth';
import { AuthError, shapeOf } from '../auth/auth-error';
import { type Call, headerOf } from './call';
import type { Refusal } from './refusals';

// Answers contain tokens.
const HEADERS = { 'cache-control': 'no-store' };

export async function answerAuth(call: Call, auth: Auth, caller: string): Promise<Refusal> {
  try {
    const answer = await auth({
      method: call.method,
      route: call.resource?.name as AuthRoute,
      query: new URLSearchParams(call.query),
      body: call.fields ?? {},
      authorization: headerOf(call, 'authorization'),
      userAgent: headerOf(call, 'user-agent'),
      caller,
    });
    return { ...answer, headers: HEADERS };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { headers, ...refusal } = shapeOf(error, headerOf(call, 'x-supabase-api-version'));
    return { ...refusal, headers: { ...headers, ...HEADERS } };
  }
}
