import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { testWhere } from '@site/backend/tests/support/cases';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { copyWholeWorkspace } from './workspace-copy';

// Each version builds everything.
jest.setTimeout(600_000);

const VERSIONS = ['20.19', '22', '24', '26'];

/** Path of this version's program, or null where it cannot be fetched. */
function findNode(version: string): string | null {
  const words = ['-y', '-p', `node@${version}`, 'node', '-p', 'process.execPath'];
  try {
    return execFileSync('npx', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

let folder: string;
let workspace: string;
const started = new Set<ChildProcess>();

beforeAll(() => {
  workspace = copyWholeWorkspace(temporaryFolder());
});
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const site of started) site.kill('SIGKILL');
});

/** The programs of the workspace on one version of Node, which their child processes find first too. */
function programsOf(node: string, dataDir: string) {
  const PATH = `${dirname(node)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', FIRST_RELEASES: '' };
  const words = (program: string) => [join(workspace, 'tooling/run.cjs'), join(workspace, program)];
  const run = (program: string, ...more: string[]) =>
    promisify(execFile)(node, [...words(program), ...more], { cwd: workspace, env });
  /** Runs the site while `use` runs. */
  const serve = async <Result>(use: (address: string) => Promise<Result>) => {
    const site = spawn(node, words('release/dev/src/bin/start.ts'), {
      cwd: workspace,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.add(site);
    let errors = '';
    site.stderr.on('data', (text) => {
      errors += text;
    });
    const exited = once(site, 'exit');
    const result = await addressOf(site.stdout).then((address) => {
      if (address) return use(address);
      throw new Error(`The site printed no address. ${errors}`);
    });
    site.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    return result;
  };
  return { run, serve };
}

async function addressOf(output: Readable) {
  for await (const line of createInterface(output)) if (/^http:\/\/localhost:\d+$/.test(line)) return line;
  return null;
}

/** Builds the workspace's booking under another version. @returns the id of the new release */
async function publishBooking({ run }: ReturnType<typeof programsOf>, version: string): Promise<string> {
  const file = join(workspace, 'remote-booking/package.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
  await run('release/cli/src/bin/build.ts', 'booking');
  await run('release/cli/tests/publish-built.ts', 'booking', join(workspace, 'remote-booking'));
  const { id } = JSON.parse(readFileSync(join(workspace, 'remote-booking/dist/client/build.json'), 'utf8'));
  return id;
}

const booking = async (address: string) => (await fetch(`${address}/booking`)).text();

describe.each(VERSIONS)('on Node %s', (version) => {
  const node = findNode(version);
  testWhere(node !== null, `Node ${version} cannot be fetched`)(
    'a site starts from nothing, changes a release and back, and is backed up and restored',
    async () => {
      const site = programsOf(node ?? '', join(folder, 'data'));
      const first = await site.serve(booking);
      expect(first).toContain('<form');

      const id = await publishBooking(site, `1.${version.split('.')[0]}.0`);
      await site.run(
        'release/cli/src/bin/cli.ts',
        'activate',
        `booking@${id}`,
        '--unchecked',
        '--why',
        'another version',
      );
      expect(await site.serve(booking)).toContain(id);
      await site.run('release/cli/src/bin/cli.ts', 'rollback', 'booking', '--why', 'the version before');
      expect(await site.serve(booking)).not.toContain(id);

      const backup = join(folder, 'backup');
      await site.run('backend/bin/backup.ts', backup);
      const restored = programsOf(node ?? '', join(folder, 'restored'));
      await restored.run('backend/bin/restore.ts', backup);
      expect(releaseOf(await restored.serve(booking))).toEqual(releaseOf(first));
    },
  );
});

/** Where the page loads booking from. */
const releaseOf = (html: string) => /\/r\/booking\/[^/"]+/.exec(html)?.[0];
