import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '@site/backend/options';
import { answerWith, startAnswering } from '@site/release-core/tests/support/answering-server';
import { root } from '@site/release-core/tests/support/repository';
import { parse } from 'yaml';
import { commandOf, readDockerfile } from './container-files';

const text = (file: string) => readFileSync(join(root, file), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
}

const instructions = readDockerfile(text('Dockerfile'));
const argumentsOf = (name: string) =>
  instructions.filter((instruction) => instruction.name === name).map((instruction) => instruction.text);
const { services } = parse(text('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, Service>> };
const { environment = {} } = services['site-1'] ?? {};

test('the server does not run as root, and only the proxy publishes a port', () => {
  expect(argumentsOf('USER')).toEqual(['node']);
  expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['proxy']);
});

test.each([
  [200, 0],
  [503, 1],
  [null, 1],
])('the health check of a server that answers %s exits with %d', async (status, code) => {
  const { origin, asked, end } = await startAnswering(answerWith(status ?? 500));
  if (status === null) end();
  const [file = '', ...given] = commandOf(argumentsOf('HEALTHCHECK')[0] ?? '');
  const child = execFile(file, given, { env: { ...process.env, PORT: new URL(origin).port } });
  const [exitCode] = await once(child, 'exit');
  end();
  expect(exitCode).toBe(code);
  expect(asked.map(({ path }) => path)).toEqual(status === null ? [] : ['/healthz']);
});

test('the pages about hosting explain every setting of the servers', () => {
  const explained = ['docs/hosting/environment.md', 'docs/hosting/object-store.md', 'docs/hosting/several-machines.md']
    .map(text)
    .join('\n');
  for (const name of Object.keys(environment)) expect(explained).toContain(name);
});

test('the backend accepts the address of the composed database', () => {
  const { DATABASE_URL = '' } = environment;
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
