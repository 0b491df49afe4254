import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testWhere } from '@site/backend/tests/support/cases';
import { listenOnLoopback } from '@site/release-core/tests/support/answering-server';
import { freePort } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { createHttpServer } from '../src/http/answer-requests';

/** When the server of Node closes an idle connection by default. */
const DEFAULT_IDLE_MS = 5000;

interface Ports {
  readonly folder: string;
  readonly port: number;
  readonly site: string;
}

interface Proxy {
  readonly name: string;
  readonly command: string;
  readonly version: string;
  readonly args: (config: string) => string[];
  readonly config: (ports: Ports) => string;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    command: '/usr/sbin/nginx',
    version: '-v',
    args: (config) => ['-c', config],
    config: ({ folder, port, site }) => `
      daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events { worker_connections 64; }
      http {
        access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
        upstream site { server ${new URL(site).host}; keepalive 16; }
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass http://site; proxy_http_version 1.1; proxy_set_header Connection ""; }
        }
      }`,
  },
  {
    name: 'Caddy',
    command: '/usr/bin/caddy',
    version: 'version',
    args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
    config: ({ port, site }) => `
{
	admin off
	auto_https off
}
http://:${port} {
	bind 127.0.0.1
	reverse_proxy ${site}
}
`,
  },
];

const isInstalled = ({ command, version }: Proxy) => spawnSync(command, [version]).status === 0;

async function startProxy(proxy: Proxy, site: string) {
  const folder = temporaryFolder();
  const port = await freePort();
  const config = join(folder, 'config');
  writeFileSync(config, proxy.config({ folder, port, site }));
  const child = spawn(proxy.command, proxy.args(config), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${proxy.name} ended with ${child.exitCode}.`);
    await delay(50);
  }
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
  };
  return { port, stop };
}

const POST = 'POST /rest/v1/contacts HTTP/1.1\r\nHost: site.example\r\nContent-Length: 2\r\n\r\n{}';

/** Empty when the proxy closes the connection without an answer. */
async function statusFrom(socket: Socket): Promise<string> {
  const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return /^HTTP\/1\.1 (\d+)/.exec(String(bytes))?.[1] ?? '';
}

/**
 * Blocks the site's event loop, as composing a page may, until the default idle time is over. The request arrives in
 * the meantime, on the connection that the proxy has kept from the call before.
 */
async function postAtWorstMoment(port: number): Promise<string> {
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  client.write(POST);
  expect(await statusFrom(client)).toBe('201');
  await delay(DEFAULT_IDLE_MS - 200);
  const status = statusFrom(client);
  // Timers run after this phase of the loop and before the next one that reads.
  await new Promise(setImmediate);
  client.write(POST);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
  return status.finally(() => client.destroy());
}

for (const proxy of PROXIES) {
  const testHere = testWhere(isInstalled(proxy), `${proxy.name} is not installed`);

  testHere(`a POST through ${proxy.name} arrives on a connection that was idle for five seconds`, async () => {
    let connections = 0;
    const backend = createServer((incoming, response) => {
      incoming.resume().once('end', () => response.writeHead(201).end());
    });
    const site = createHttpServer(1);
    site.server.on('connection', () => {
      connections += 1;
    });
    site.open({
      readReleaseFile: async () => null,
      pageAt: async () => {
        throw new Error('No page is asked for.');
      },
      backend: { url: await listenOnLoopback(backend), anonKey: 'key' },
    });
    const { port, stop } = await startProxy(proxy, await listenOnLoopback(site.server));
    try {
      expect(await postAtWorstMoment(port)).toBe('201');
      expect(connections).toBe(1);
    } finally {
      await stop();
      for (const server of [site.server, backend]) server.close().closeAllConnections();
    }
  });
}
