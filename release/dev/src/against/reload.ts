import type { ServerResponse } from 'node:http';
import { RELEASES_PATH } from '@site/contract/addresses';

export const CHANGES = `${RELEASES_PATH}-/changes`;

/** `EventSource` reconnects by itself after a restart of this server. */
export const RELOAD_CODE = `new EventSource('${CHANGES}').onmessage = () => location.reload();\n`;

export function createReloads() {
  const pages = new Set<ServerResponse>();
  return {
    open: (response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(': open\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    reload: () => {
      for (const page of pages) page.write('data: built\n\n');
    },
  };
}
