import type { Backend } from '@site/shared-ui/host';
import type { OnIncident } from '../federation/fallback-chain';

/** What the table accepts. */
const MOST = { remote: 40, release: 80, code: 60, route: 200 } as const;

/**
 * Tells the backend of each failure, once in the life of the document. It holds nothing of the visitor: not even the
 * error's message. A report that fails is neither told nor repeated.
 */
export function createIncidentReport({ url, anonKey }: Backend, fetchFrom: typeof fetch): OnIncident {
  const reported = new Set<string>();
  return (remote, { id }, { phase, code }, path) => {
    const key = [remote, id, phase, code].join(' ');
    if (reported.has(key)) return;
    reported.add(key);
    const incident = {
      remote: remote.slice(0, MOST.remote),
      release: id.slice(0, MOST.release),
      phase,
      code: code.slice(0, MOST.code),
      route: path.slice(0, MOST.route),
    };
    const request = {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      // The visitor may be leaving.
      keepalive: true,
      body: JSON.stringify(incident),
    };
    fetchFrom(`${url}/rest/v1/incidents`, request).catch(() => undefined);
  };
}
