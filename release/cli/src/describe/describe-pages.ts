import type { ActivePages } from '@site/server/failures/active-pages';
import { renderIndented } from '@site/terminal/table';

export function describePages(pages: readonly ActivePages[]): string {
  if (pages.every(({ served, live }) => served + live === 0)) return 'No pages in a day.';
  const isCounted = pages.some(({ served }) => served > 0);
  const rows = pages.map(({ name, id, served, live }) => [
    `${name}@${id}`,
    isCounted ? `${live} live, ${served} served` : `${live} live`,
  ]);
  return [
    'Pages in a day that became interactive, also by a link within a page, and pages served:',
    renderIndented(rows),
    ...(isCounted ? [] : ['Nobody counts the pages served: this site is on a static host, or no server has reported.']),
  ].join('\n');
}
