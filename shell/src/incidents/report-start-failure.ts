import { readPageData } from '../document/page-data';
import { exceptionFault } from '../federation/fault';
import { isPublished } from '../navigation/release-watch';
import { createIncidentReport } from './report-incidents';

/** Reports an error at the shell's start, after which nothing on the page responds. */
export function reportStartFailure(page: Window, fetchFrom: typeof fetch, error: unknown): void {
  try {
    const { index, backend } = readPageData(page.document);
    if (!isPublished(index)) return;
    createIncidentReport({ backend, isPreview: index.preview !== undefined, page, fetchFrom })({
      remote: 'shell',
      release: index.shell,
      fault: exceptionFault(error, 'shell'),
      path: page.location.pathname,
    });
  } catch {
    // A page without data has no address to report to. The caller rethrows the original error.
  }
}
