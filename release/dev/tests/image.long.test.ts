import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@site/release-core/tests/support/repository';
import { freePort } from '@site/terminal/program';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { commandOf, readDockerfile } from './container-files';

// Installs all packages.
jest.setTimeout(900_000);

const instructions = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const argumentsOf = (name: string) => instructions.filter((one) => one.name === name).map(({ text }) => text);

test('the commands of the Dockerfile, run in order in a folder, result in a healthy server', async () => {
  const image = temporaryFolder();
  const [workspace, site, dataDir] = ['opt/workspace', 'opt/site', 'var/lib/site'].map((path) => join(image, path)) as [
    string,
    string,
    string,
  ];
  // Does what COPY does: .dockerignore excludes nothing that is in git.
  for (const file of execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    copyFileSync(join(root, file), join(workspace, file));
  }
  const here = (command: string) =>
    command
      .replaceAll('/var/lib/site', dataDir)
      .replaceAll('/opt/site', site)
      .replace('-o node -g node', `-o ${process.getuid?.()} -g ${process.getgid?.()}`);
  for (const command of argumentsOf('RUN'))
    execFileSync('sh', ['-c', here(command)], { cwd: workspace, stdio: 'ignore' });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);

  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    SITE_CONFIG: join(site, 'site.json'),
    DATABASE_URL: '',
    PORT: String(await freePort()),
  };
  const [file = '', ...given] = commandOf(argumentsOf('CMD')[0] ?? '');
  const server = spawn(file, given, { cwd: site, env, stdio: 'ignore' });
  try {
    const [asked = '', ...words] = commandOf(argumentsOf('HEALTHCHECK')[0] ?? '');
    for (;;) {
      expect(server.exitCode).toBeNull();
      const [code] = await once(execFile(asked, words, { env }), 'exit');
      if (code === 0) break;
      await delay(1000);
    }
    expect((await fetch(`http://localhost:${env.PORT}/`)).status).toBe(503);
    rmSync(workspace, { recursive: true });
    const [run = ''] = commandOf(argumentsOf('CMD')[0] ?? '');
    const status = execFileSync(run, ['site.mjs', 'release', 'status'], { cwd: site, env, encoding: 'utf8' });
    expect(status).toContain('published, not active');
    server.kill('SIGTERM');
    expect((await once(server, 'exit'))[0]).toBe(0);
  } finally {
    server.kill('SIGKILL');
  }
});
