import { tableCall } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import type { OnIncident } from '../federation/fallback-chain';
import { positionIn } from '../federation/frames';
import { createOncePerSession } from './once-per-session';
import { createSender } from './send-report';

const INCIDENTS = tableCall('incidents', [
  'remote',
  'release',
  'phase',
  'code',
  'route',
  'preview',
  'mended',
  'script',
  'line',
  'column',
  'thrown_in',
]);

interface ReportOptions {
  readonly backend: Backend;
  readonly isPreview: boolean;
  readonly page: Pick<Window, 'sessionStorage'>;
  readonly fetchFrom: typeof fetch;
}

/**
 * Reports a release once per browser session, and once more if a retry mended it: that does not hide a failure that
 * follows. Error messages are left out: they may contain data of the visitor.
 */
export function createIncidentReport({ isPreview, page, ...sender }: ReportOptions): OnIncident {
  const isFirst = createOncePerSession(page);
  const send = createSender(sender);
  return ({ remote, release, fault: { phase, code, frames = [] }, path, mended }) => {
    const mark = `${isPreview ? 'preview:' : ''}${mended === 'retry' ? 'retry:' : ''}${remote}@${release.id}`;
    if (!isFirst(mark)) return;
    send(INCIDENTS.table, {
      remote,
      release: release.id,
      phase,
      code,
      route: path,
      ...(isPreview && { preview: true }),
      ...positionIn(frames, remote, release.id),
      mended,
    } satisfies Partial<Record<(typeof INCIDENTS.columns)[number], unknown>>);
  };
}
