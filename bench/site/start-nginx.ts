import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NOT_FOUND } from '@site/release-core/store/release';
import type { Store } from '@site/release-core/store/store';
import { headerRules, nginxHeaders } from '@site/server/serve/headers';
import { freePort } from '@site/terminal/program';
import { type Started, start } from '../load/processes';
import { unpackPackages } from './h2load';

const TIMEOUT_MS = 10_000;

/** Writes the composed pages with the store's gzip forms. @returns nginx's header rules */
async function writePages(store: Store, root: string): Promise<string> {
  const { entry } = await store.readState();
  if (!entry) throw new Error('Nothing is active in the store.');
  for (const [path, { body }] of Object.entries(entry.pages)) {
    const file = join(root, path === NOT_FOUND ? '404.html' : path === '/' ? 'index.html' : fileOf(path));
    const { '': content, '.gz': gzip } = await store.readIntactBody(body);
    mkdirSync(dirname(file), { recursive: true });
    if (content) writeFileSync(file, content);
    if (gzip) writeFileSync(`${file}.gz`, gzip);
  }
  return nginxHeaders(headerRules(entry.pages));
}

const fileOf = (path: string) => (path.includes('.') ? path : `${path}.html`);

const configOf = (folder: string, port: number) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=1000 inactive=60s;
  gzip_static on;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
    include ${folder}/headers.conf;
  }
}
`;

export async function startNginx(store: Store, folder: string): Promise<Started> {
  const nginx = join(await unpackPackages(folder, ['nginx']), 'usr/sbin/nginx');
  writeFileSync(join(folder, 'headers.conf'), await writePages(store, join(folder, 'root')));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configOf(folder, port));
  const { child: _, ...started } = await start({ name: 'nginx', command: nginx, args: ['-p', folder, '-c', config] });
  const address = `http://127.0.0.1:${port}`;
  try {
    await untilServed(address);
  } catch (error) {
    await started.stop();
    throw error;
  }
  return { ...started, address };
}

async function untilServed(address: string) {
  const giveUpAt = performance.now() + TIMEOUT_MS;
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (performance.now() > giveUpAt) throw new Error(`${address} serves nothing.`);
    await delay(50);
  }
}
