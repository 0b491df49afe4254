import { useQuery } from '@tanstack/react-query';
import { useOwner } from '../session/owner-context';
import type { LoggedChange, SiteStatus } from './read-status';

const CHANGES_SHOWN = '50';

/** Fetches the active releases together with the log, which has the reasons of changes. */
export function useParts() {
  const { api } = useOwner();
  return useQuery({
    queryKey: ['release'],
    queryFn: async () => {
      const [status, log] = await Promise.all([api.release('status'), api.release('log', { limit: CHANGES_SHOWN })]);
      return { status: status as SiteStatus, log: log as readonly LoggedChange[] };
    },
  });
}
