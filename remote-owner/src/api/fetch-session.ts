const SESSION_PATH = /\/auth\/v1\/(?:token|verify)$/;

/**
 * `fetch` for supabase-js, which compares the end of a session with the device's clock. Without the server's
 * `expires_at` it computes the end from `expires_in`, so that a clock that is wrong does not renew at every call.
 */
export const fetchSession: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!response.ok || !SESSION_PATH.test(pathname)) return response;
  const { expires_at: _, ...session } = (await response.json()) as Readonly<Record<string, unknown>>;
  return new Response(JSON.stringify(session), { status: response.status, headers: response.headers });
};
