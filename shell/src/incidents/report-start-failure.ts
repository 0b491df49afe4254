import { isPublished } from '../navigation/release-watch';
import { readPageData } from '../page-data';
import { createIncidentReport } from './report-incidents';

/** Reports that the shell threw before it ran: then nothing on the page responds, and nothing else reports. */
export function reportStartFailure(page: Window, fetchFrom: typeof fetch): void {
  try {
    const { index, backend } = readPageData(page.document);
    if (!isPublished(index)) return;
    createIncidentReport({ backend, isPreview: index.preview !== undefined, page, fetchFrom })({
      remote: 'shell',
      release: index.shell,
      fault: { phase: 'shell', code: 'exception' },
      path: page.location.pathname,
    });
  } catch {
    // Without its data a page does not know whom to tell; the error itself is thrown on.
  }
}
