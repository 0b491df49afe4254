import type { Host } from '@site/contract/host';
import { lazy, Suspense } from 'react';
import type { OwnerApi } from '../api/owner-api';
import { SessionGate } from './session-gate';

/** Used standalone, where there is no site to call. Production builds leave it out. */
const StandInSpace =
  process.env.NODE_ENV === 'development'
    ? lazy(async () => ({ default: (await import('../testing/stand-in-space')).StandInSpace }))
    : null;

interface SpaceProps {
  readonly host: Host;
  readonly api: OwnerApi;
}

export function Space({ host, api }: SpaceProps) {
  if (!StandInSpace || host.backend.anonKey) return <SessionGate host={host} api={api} />;
  return (
    <Suspense>
      <StandInSpace host={host} />
    </Suspense>
  );
}
