import { RELEASES_PATH } from '@site/contract/addresses';
import { REPORT_LENGTHS, tableCall } from '@site/contract/backend-calls';
import type { Backend } from '@site/contract/host';
import { isFullyPublished, readPageData } from '../document/page-data';
import type { OnIncident } from '../federation/fallback-chain';
import { addressesIn, exceptionFault, type FaultCode, framesAt, positionIn } from '../federation/fault';

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
 * Reports a release once per browser session, and once more if a retry recovered it: that does not hide a failure that
 * follows. Error messages are left out: they may contain data of the visitor.
 */
export function createIncidentReport({ isPreview, page, ...sender }: ReportOptions): OnIncident {
  const isFirst = createOncePerSession(page);
  const send = createSender(sender);
  return ({ part, release, fault: { phase, code, frames = [] }, path, mended }) => {
    const mark = `${isPreview ? 'preview:' : ''}${mended === 'retry' ? 'retry:' : ''}${part}@${release.id}`;
    if (!isFirst(mark)) return;
    send(INCIDENTS.table, {
      remote: part,
      release: release.id,
      phase,
      code,
      route: path,
      ...(isPreview && { preview: true }),
      ...positionIn(frames, part, release.id),
      mended,
    } satisfies Partial<Record<(typeof INCIDENTS.columns)[number], unknown>>);
  };
}

/** The cookie policy lists this key. */
export const MARKS_KEY = 'reported-failures';

/** @returns a function that is true once per mark and browser session; without access to storage, per document */
function createOncePerSession(page: Pick<Window, 'sessionStorage'>): (mark: string) => boolean {
  const marks = new Set<string>();
  return (mark) => {
    if (marks.has(mark)) return false;
    marks.add(mark);
    try {
      const stored = page.sessionStorage.getItem(MARKS_KEY)?.split(' ') ?? [];
      if (stored.includes(mark)) return false;
      page.sessionStorage.setItem(MARKS_KEY, [...stored, mark].join(' '));
    } catch {
      // The marks in memory still count.
    }
    return true;
  };
}

interface SenderOptions {
  readonly backend: Backend;
  readonly fetchFrom: typeof fetch;
}

type Row = Readonly<Record<string, string | number | boolean | undefined>>;

/** Adds one row to a table of the backend. Nobody waits for the answer, and nothing is repeated. */
export const createSender =
  ({ backend, fetchFrom }: SenderOptions) =>
  (table: string, row: Row): void => {
    const cut = Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value.slice(0, REPORT_LENGTHS[column]) : value,
    ]);
    const request = {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      // The visitor may be leaving.
      keepalive: true,
      body: JSON.stringify(Object.fromEntries(cut)),
    };
    fetchFrom(`${backend.url}/rest/v1/${table}`, request).catch(() => undefined);
  };

export function reportUncaughtErrors(page: Window, onIncident: OnIncident): void {
  const base = page.location.origin + RELEASES_PATH;
  const report = (addresses: readonly string[], code: FaultCode) => {
    // An extension's error is ignored, even with our code further down its stack.
    const frames = addresses[0]?.startsWith(base) ? framesAt(addresses) : [];
    // Every handler has the shell's React further down, so the first frame of a remote counts.
    const source = frames.find(({ part }) => part !== 'shell') ?? frames[0];
    if (!source) return;
    const { part, id } = source;
    onIncident({ part, release: { id }, fault: { phase: 'runtime', code, frames }, path: page.location.pathname });
  };
  page.addEventListener('error', ({ filename, lineno, colno, error }) =>
    report([...(filename ? [`${filename}:${lineno}:${colno}`] : []), ...addressesIn(error)], 'exception'),
  );
  page.addEventListener('unhandledrejection', ({ reason }) => report(addressesIn(reason), 'rejection'));
}

/** Reports an error at the shell's start, after which nothing on the page responds. */
export function reportStartFailure(page: Window, fetchFrom: typeof fetch, error: unknown): void {
  try {
    const { index, backend } = readPageData(page.document);
    if (!isFullyPublished(index)) return;
    createIncidentReport({ backend, isPreview: index.preview !== undefined, page, fetchFrom })({
      part: 'shell',
      release: index.shell,
      fault: exceptionFault(error, 'shell'),
      path: page.location.pathname,
    });
  } catch {
    // A page without data has no address to report to. The caller rethrows the original error.
  }
}
