import { useCallback, useEffect, useState } from 'react';
import type { OwnerApi, SessionState } from '../api/owner-api';

/** The state of the session, null until it is known, and why it ended. */
export function useSession(api: OwnerApi) {
  const [state, setState] = useState<SessionState | null>(() => (api.session.isOpen() ? 'signed-in' : null));
  const [reason, setReason] = useState<string | null>(null);
  useEffect(
    () =>
      api.session.watch((now) => {
        setState(now);
        if (now === 'signed-in') setReason(null);
      }),
    [api],
  );
  /** Ends the session in this browser, after the server has refused it. */
  const end = useCallback(
    (why: string | null) => {
      setReason(why);
      void api.session.signOut('local');
    },
    [api],
  );
  return { state, reason, end };
}
