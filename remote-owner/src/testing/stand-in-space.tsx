import type { Host } from '@site/contract/host';
import { useState } from 'react';
import { SessionGate } from '../session/session-gate';
import { createStandIn } from './stand-in';

/** The space without a site. The sign-in code is 12345678. */
export function StandInSpace({ host }: { readonly host: Host }) {
  const [api] = useState(() => createStandIn());
  return <SessionGate host={host} api={api} />;
}
