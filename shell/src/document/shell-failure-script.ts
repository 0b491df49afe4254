import { RELEASES_PATH } from '@site/contract/addresses';
import { INDEX_ELEMENT_ID, type PageData, SITE_ELEMENT_ID } from '@site/contract/page-data';

/** A page that the visitor leaves cancels its requests, and is gone before this. */
const LEAVES_WITHIN_MS = 5000;

const values: Parameters<typeof reportShellFailure> = [
  `${RELEASES_PATH}shell/`,
  [SITE_ELEMENT_ID, INDEX_ELEMENT_ID],
  LEAVES_WITHIN_MS,
];

/** The function of the inline script, and its arguments. */
export const SHELL_FAILURE_SCRIPT = { run: reportShellFailure, values };

/**
 * Reports a shell whose script does not load, or throws before anything of the shell can report it. Its source text is
 * written into the page: it cannot refer to anything outside itself. Scripts of other programs and development, whose
 * releases have no hash, are left out.
 */
function reportShellFailure(
  shellPath: string,
  [siteId, indexId]: readonly [string, string],
  leavesWithinMs: number,
): void {
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? '';
  const isLive = () => document.documentElement.dataset.shell === 'live';
  const report = (code: string) => {
    if (isLive() || textOf(indexId).includes('"integrity":""')) return;
    const { backend } = JSON.parse(textOf(siteId)) as PageData;
    const { shell, preview } = JSON.parse(textOf(indexId)) as PageData['index'];
    fetch(`${backend.url}/rest/v1/incidents`, {
      method: 'POST',
      keepalive: true,
      headers: { apikey: backend.anonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({
        remote: 'shell',
        release: shell.id,
        phase: 'shell',
        code,
        route: location.pathname,
        preview: preview && true,
      }),
    }).catch(() => undefined);
  };
  addEventListener(
    'error',
    ({ target, filename }) => {
      const isFile = target instanceof HTMLScriptElement;
      const isOwn = (isFile ? target.src : filename)?.startsWith(location.origin + shellPath);
      if (isOwn && !isLive()) setTimeout(report, leavesWithinMs, isFile ? 'network' : 'exception');
    },
    true,
  );
}
