import type { Backend } from '@site/contract/host';
import type { OnIncident } from '../federation/fallback-chain';

/** Longest texts that the table accepts. */
const MAX_LENGTH = { remote: 40, release: 80, code: 60, route: 200 } as const;

/**
 * Reports each failure to the backend, once per document, without any data of the visitor: error messages are left out.
 * A report that fails is ignored and not repeated.
 */
export function createIncidentReport({ url, anonKey }: Backend, fetchFrom: typeof fetch): OnIncident {
  const reported = new Set<string>();
  return ({ remote, release: { id }, fault: { phase, code }, path }) => {
    const key = [remote, id, phase, code].join(' ');
    if (reported.has(key)) return;
    reported.add(key);
    const incident = {
      remote: remote.slice(0, MAX_LENGTH.remote),
      release: id.slice(0, MAX_LENGTH.release),
      phase,
      code: code.slice(0, MAX_LENGTH.code),
      route: path.slice(0, MAX_LENGTH.route),
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
