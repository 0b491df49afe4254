/** Seconds. Longer than the last 90 s of a token, in which supabase-js renews it. */
const LEFT_S = 120;

/** Null also when the browser denies access to storage. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored session's access token; null without one, or when supabase-js would renew it first. */
export function readToken(key: string): string | null {
  try {
    const session = JSON.parse(readStored(key) ?? 'null') as {
      readonly access_token?: unknown;
      readonly expires_at?: unknown;
    } | null;
    const { access_token: token, expires_at: end } = session ?? {};
    const isLong = typeof end === 'number' && end - Date.now() / 1000 > LEFT_S;
    return typeof token === 'string' && isLong ? token : null;
  } catch {
    return null;
  }
}
