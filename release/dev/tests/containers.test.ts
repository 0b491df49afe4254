import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readOptions } from '@site/backend/options';
import { root } from '@site/release-core/tests/support/repository';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { commandOf, readDockerfile } from './container-files';

const text = (file: string) => readFileSync(join(root, file), 'utf8');

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const instructions = readDockerfile(text('Dockerfile'));
const argumentsOf = (name: string) =>
  instructions.filter((instruction) => instruction.name === name).map((instruction) => instruction.text);
const { services } = parse(text('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, Service>> };
const sites = [services['site-1'], services['site-2']];

test('both stages use an exact Node version that the packages accept, and the pnpm of the lockfile', () => {
  const { engines } = JSON.parse(text('package.json'));
  const versions = argumentsOf('FROM').map((from) => /^node:(\d+)\.(\d+)\.\d+-[\w-]+( AS \w+)?$/.exec(from));
  expect(versions.map((match) => match?.[1])).toEqual(['24', '24']);
  expect(new Set(versions.map((match) => match?.[0].split(' ')[0])).size).toBe(1);
  expect(engines.node).toBe('>=20.19');
  expect(`^${/pnpm@([\d.]+) install --frozen-lockfile$/.exec(argumentsOf('RUN')[0] ?? '')?.[1]}`).toBe(engines.pnpm);
  expect(argumentsOf('RUN')[1]).toBe(
    argumentsOf('RUN')[0]?.replace('install --frozen-lockfile', 'server:pack /opt/site'),
  );
});

test('the server does not run as root, and has the command of the documented service', () => {
  const after = instructions.slice(instructions.findIndex(({ name }) => name === 'USER'));
  expect(argumentsOf('USER')).toEqual(['node']);
  expect(after.map(({ name }) => name)).not.toContain('RUN');
  const command = commandOf(argumentsOf('CMD')[0] ?? '');
  expect(text('docs/hosting/one-machine.md')).toContain(`ExecStart=/usr/bin/${command.join(' ')}\n`);
});

test('a linter finds nothing in the Dockerfile, and every command that builds the image is valid shell syntax', () => {
  expect(validate(text('Dockerfile'))).toEqual([]);
  for (const command of argumentsOf('RUN')) execFileSync('sh', ['-n', '-c', command]);
  expect(argumentsOf('RUN')).toHaveLength(3);
});

test('data folders, keys and the git history are excluded from the image', () => {
  const ignored = text('.dockerignore').split('\n');
  for (const name of ['.git', '.data*', '**/node_modules', '**/.env*', '**/keys.json']) expect(ignored).toContain(name);
});

test.each([
  [200, 0],
  [503, 1],
  [null, 1],
])('the health check of a server that answers %s exits with %d', async (status, code) => {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(status ?? 500).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (status === null) await new Promise((resolve) => server.close(resolve));
  const [file = '', ...given] = commandOf(argumentsOf('HEALTHCHECK')[0] ?? '');
  const child = execFile(file, given, { env: { ...process.env, PORT: String(port) } });
  const [exitCode] = await once(child, 'exit');
  server.close();
  expect(exitCode).toBe(code);
  expect(paths).toEqual(status === null ? [] : ['/healthz']);
});

test('every image of the composition has a pinned version, and only the proxy publishes a port', () => {
  for (const [name, { image, ports }] of Object.entries(services)) {
    if (!name.startsWith('site-')) expect(image).toMatch(/:(\d+\.\d+|RELEASE\.\d{4})[\w.-]*$/);
    expect(ports !== undefined).toBe(name === 'proxy');
  }
});

test('both servers have the same settings and separate folders, and the second waits for a healthy first', () => {
  const [first, second] = sites;
  expect(first?.environment).toEqual(second?.environment);
  expect(first?.volumes).not.toEqual(second?.volumes);
  expect(second?.depends_on).toEqual({ 'site-1': { condition: 'service_healthy' } });
  expect(text('compose.yaml')).toContain('reverse_proxy site-1:4173 site-2:4173 {');
  expect(first?.environment).toMatchObject({ TRUST_PROXY: '1' });
});

test('the pages about hosting explain every setting of the servers', () => {
  const explained = ['docs/hosting/environment.md', 'docs/hosting/object-store.md', 'docs/hosting/several-machines.md']
    .map(text)
    .join('\n');
  for (const name of Object.keys(sites[0]?.environment ?? {})) expect(explained).toContain(name);
});

test('the backend accepts the address of the composed database', () => {
  const { DATABASE_URL = '' } = sites[0]?.environment ?? {};
  const filled = DATABASE_URL.replace(/\$\{.*\}/, 'secret');
  expect(readOptions({ DATABASE_URL: filled }).databaseUrl).toBe(
    'postgresql://site:secret@postgres:5432/site?sslmode=disable',
  );
});

test('the composition contains no password', () => {
  const given = text('compose.yaml').match(/(PASSWORD|SECRET_ACCESS_KEY|:\/\/site):.*/g) ?? [];
  expect(given).toHaveLength(5);
  for (const line of given) expect(line).toMatch(/\$\{(POSTGRES|STORE)_PASSWORD:\?set it in \.env\}/);
});
