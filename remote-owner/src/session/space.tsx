import type { Host } from '@site/contract/host';
import { lazy, Suspense, useState } from 'react';
import { openOwnerApi } from '../api/open-owner-api';
import { SessionGate } from './session-gate';

/** Standalone there is no site to call. Builds for production leave it out. */
const StandInSpace =
  process.env.NODE_ENV === 'development'
    ? lazy(async () => ({ default: (await import('../testing/stand-in-space')).StandInSpace }))
    : null;

export function Space({ host }: { readonly host: Host }) {
  const [api] = useState(() => openOwnerApi(host.backend));
  if (!StandInSpace || host.backend.anonKey) return <SessionGate host={host} api={api} />;
  return (
    <Suspense>
      <StandInSpace host={host} />
    </Suspense>
  );
}
