import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testWhere } from '@site/backend/tests/support/cases';
import { makeCertificate } from '@site/backend/tests/support/mail-server';
import { changeSite } from '@site/release-core/changes/change';
import { decideActivation, decideComposition, requireState } from '@site/release-core/changes/decide';
import { memoryStore } from '@site/release-core/tests/support/memory-store';
import { root } from '@site/release-core/tests/support/repository';
import {
  addAll,
  openTinySite,
  routeTo,
  tinyData,
  tinyRemote,
  tinyShell,
} from '@site/release-core/tests/support/tiny-site';
import { freePort } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { deploySite } from '../src/deploy/deploy-site';
import { folderTarget } from '../src/deploy/target';

const NGINX = '/usr/sbin/nginx';
const run = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const documented = (page: string): string => {
  const text = readFileSync(join(root, 'docs/hosting', page), 'utf8');
  const block = /```nginx\n([\s\S]*?)```/.exec(text)?.[1];
  if (!block) throw new Error(`docs/hosting/${page} has no nginx configuration.`);
  return block;
};

function writeConfiguration(page: string, port: number): string {
  const { key: text, file: certificate } = makeCertificate('example.fr');
  const key = join(folder, 'key.pem');
  writeFileSync(key, text);
  const server = documented(page)
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replaceAll(/listen (80|443)/g, (_, at) => `listen 127.0.0.1:${at === '443' ? port : port + 1}`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
    .replaceAll('/etc/nginx/site/', `${folder}/site/`)
    .replaceAll('/var/www/site', `${folder}/site`)
    .replaceAll('/var/log/nginx', folder);
  const file = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/pid; error_log stderr notice; events {}
     http { include /etc/nginx/mime.types; ${temporary.join(' ')} access_log off;\n${server}\n}`,
  );
  return file;
}

async function deployTinySite() {
  const store = memoryStore();
  const routes = [routeTo('/booking'), routeTo('/dates')];
  await openTinySite(store, [tinyShell(), tinyRemote('landing'), tinyRemote('booking', '1.0.0-a', { routes })]);
  await addAll(store, [tinyRemote('booking', '1.0.0-b')]);
  await changeSite(store, '', (current) =>
    decideActivation(store, current, {
      chosen: [{ name: 'booking', id: '1.0.0-b' }],
      retired: [{ path: '/dates', redirect: '/booking' }],
    }),
  );
  const backend = { url: 'https://abc.supabase.co', anonKey: 'key' };
  await changeSite(store, '', async (current) => {
    const { releases } = requireState(current);
    return decideComposition(current, 'compose', { releases, data: { ...tinyData, backend } });
  });
  await deploySite(store, folderTarget(join(folder, 'site')));
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

const get = (port: number, path: string) =>
  new Promise<Answer>((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      rejectUnauthorized: false,
      headers: { host: 'example.fr' },
    });
    asked.on('error', reject).on('response', async (answer) => {
      let text = '';
      for await (const part of answer) text += part;
      resolve({ status: answer.statusCode, headers: answer.headers, text });
    });
    asked.end();
  });

const nginxTest = testWhere(existsSync(NGINX), `${NGINX} is not installed`);

nginxTest('nginx serves the deployed folder with the documented configuration', async () => {
  await deployTinySite();
  const port = await freePort();
  const file = writeConfiguration('static.md', port);
  await run(NGINX, ['-t', '-c', file]);
  const nginx = spawn(NGINX, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    for await (const line of nginx.stderr) if (String(line).includes('start worker process')) break;
    const page = await get(port, '/booking');
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('booking 1.0.0-b')]);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
    expect(page.headers['content-security-policy']).not.toContain(', ');
    const unknown = await get(port, '/no-such-page');
    expect([unknown.status, unknown.headers['content-security-policy']]).toEqual([404, expect.any(String)]);
    const statuses = [
      '/',
      '/booking/',
      '/dates',
      '/releases.json',
      '/_headers',
      '/_deployed.json',
      '/booking.html',
    ].map(async (path) => [path, (await get(port, path)).status]);
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      '/': 200,
      '/booking/': 301,
      '/dates': 308,
      '/releases.json': 200,
      '/_headers': 404,
      '/_deployed.json': 404,
      '/booking.html': 404,
    });
    const script = await get(port, '/r/booking/1.0.0-b/remoteEntry.js');
    expect([script.status, script.headers['cache-control']]).toEqual([200, expect.stringContaining('immutable')]);
  } finally {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  }
});

nginxTest('nginx accepts the documented configuration in front of the server', async () => {
  const file = writeConfiguration('one-machine.md', await freePort());
  await run(NGINX, ['-t', '-c', file]);
});
