import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Problems } from '../support/problems';

/** The site at its own origin, for which the browser has stored nothing yet. */
export interface ProxiedSite {
  readonly address: string;
  /** Cuts the connection of requests whose path matches, until it is called with null. */
  readonly cut: (paths: RegExp | null) => void;
  /** Holds requests whose path matches, until the returned function is called. */
  readonly hold: (paths: RegExp) => () => void;
  readonly close: () => Promise<void>;
}

const COLLECTOR = '/__collector.js';
const PROBLEMS = '/__problems';

/**
 * WebKit's drivers provide no logs: pages report their errors to the proxy, which also records statuses from 400 on.
 * @param site its address
 */
export async function openProxy(site: string, problems: Problems): Promise<ProxiedSite> {
  let lost: RegExp | null = null;
  let held: { readonly paths: RegExp; readonly end: Promise<unknown> } | undefined;
  const collector = await readFile(join(import.meta.dirname, 'collector.js'));
  const server = createServer(async (asked, answer) => {
    const path = asked.url ?? '/';
    if (held?.paths.test(path)) await held.end;
    if (path === COLLECTOR) answer.setHeader('content-type', 'text/javascript').end(collector);
    else if (path === PROBLEMS) {
      problems.record(await text(asked));
      // Previews have an origin of their own.
      answer.setHeader('access-control-allow-origin', '*').end();
    } else if (lost?.test(path)) asked.socket.destroy();
    else forward(asked, answer, { site, problems });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  return {
    address: `http://localhost:${port}`,
    cut(paths) {
      lost = paths;
    },
    hold(paths) {
      const gate = new EventEmitter();
      held = { paths, end: once(gate, 'open') };
      return () => void gate.emit('open');
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Target {
  readonly site: string;
  readonly problems: Problems;
}

function forward(asked: IncomingMessage, answer: ServerResponse, { site, problems }: Target) {
  // The collector is inserted into pages: they must be complete and uncompressed.
  const { 'accept-encoding': _, 'if-none-match': __, ...headers } = asked.headers;
  const path = asked.url ?? '/';
  const passed = request(site + path, { method: asked.method, headers }, async (given) => {
    const { statusCode = 502, headers } = given;
    if (statusCode >= 400) problems.record(`status of ${statusCode}: ${path}`);
    if (!headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(statusCode, headers);
      given.pipe(answer);
      return;
    }
    const { 'content-length': _, ...others } = headers;
    answer.writeHead(statusCode, others);
    answer.end((await text(given)).replace('<head>', `<head><script src="${COLLECTOR}"></script>`));
  });
  // This happens too when a page is left.
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}
