import { tableCall } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import type { OnIncident } from '../federation/fallback-chain';
import { positionIn } from './frames';
import { createOncePerSession } from './once-per-session';

const INCIDENTS = tableCall('incidents', [
  'remote',
  'release',
  'phase',
  'code',
  'route',
  'preview',
  'script',
  'line',
  'column',
  'thrown_in',
]);

/** Longest texts that the table accepts. */
const MAX_LENGTH = { remote: 40, release: 80, code: 60, route: 200 } as const;

interface ReportOptions {
  readonly backend: Backend;
  readonly isPreview: boolean;
  readonly page: Pick<Window, 'sessionStorage'>;
  readonly fetchFrom: typeof fetch;
}

/** Reports a release once per browser session. Error messages are left out: they may contain data of the visitor. */
export function createIncidentReport({ backend, isPreview, page, fetchFrom }: ReportOptions): OnIncident {
  const isFirst = createOncePerSession(page);
  return ({ remote, release: { id }, fault: { phase, code, frames = [] }, path }) => {
    if (!isFirst(`${isPreview ? 'preview:' : ''}${remote}@${id}`)) return;
    const incident = {
      remote: remote.slice(0, MAX_LENGTH.remote),
      release: id.slice(0, MAX_LENGTH.release),
      phase,
      code: code.slice(0, MAX_LENGTH.code),
      route: path.slice(0, MAX_LENGTH.route),
      ...(isPreview && { preview: true }),
      ...positionIn(frames, remote, id),
    } satisfies Partial<Record<(typeof INCIDENTS.columns)[number], unknown>>;
    const request = {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      // The visitor may be leaving.
      keepalive: true,
      body: JSON.stringify(incident),
    };
    fetchFrom(`${backend.url}/rest/v1/${INCIDENTS.table}`, request).catch(() => undefined);
  };
}
