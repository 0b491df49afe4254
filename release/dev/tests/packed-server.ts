import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openCalls } from '@site/release-cli/client/calls';
import { uploadRelease } from '@site/release-cli/client/transfer-release';
import { publishBuilt } from '@site/release-cli/publish/built-release';
import { integrityOf } from '@site/release-core/integrity';
import { openSiteStore } from '@site/release-core/store/store';
import { root } from '@site/release-core/tests/support/repository';
import { giveGrant, uploadOf } from '@site/release-server/tests/support/interface-site';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** An ordinary user: PostgreSQL does not run as root. */
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PackedServer {
  readonly folder: string;
  readonly packed: string;
  readonly run: (env: Readonly<Record<string, string>>, ...words: string[]) => Promise<Run>;
  readonly start: () => Promise<{ readonly address: string; readonly process: ChildProcess }>;
  readonly remove: () => Promise<void>;
}

/** Packs the server outside the repository, and runs it without this process's environment. */
export function packServer(): PackedServer {
  const folder = mkdtempSync(join(tmpdir(), 'server-'));
  const [packed, home] = [join(folder, 'site'), join(folder, 'home')];
  // Whatever the umask of the tests: the server runs as another user.
  const umask = process.umask(0o022);
  // This is `server:pack`, which installs first.
  const pack = ['pnpm', 'exec', 'tsx', 'release/build/packaging/pack-server.ts', packed];
  execFileSync('npx', pack, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  chmodSync(folder, 0o755);
  mkdirSync(home);
  copyFileSync(join(packed, 'site.json'), join(home, 'site.json'));
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  process.umask(umask);
  const settings = {
    PATH: '/usr/bin:/bin',
    PORT: '0',
    DATA_DIR: join(home, 'data'),
    SITE_CONFIG: join(home, 'site.json'),
    ACCEPT_UNISOLATED_RELEASES: 'yes',
  };
  const launcher = join(packed, 'site.mjs');
  const node = isRoot ? join(folder, 'node') : process.execPath;
  // Other users cannot enter the home folder of root, where Node may be.
  if (isRoot) copyFileSync(process.execPath, node);
  const started = new Set<ChildProcess>();
  return {
    folder,
    packed,
    run: (env, ...words) =>
      new Promise((resolve) => {
        const options = { ...user, cwd: home, env: { ...settings, ...env } };
        execFile(node, [launcher, ...words], options, (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
        );
      }),
    start: async () => {
      const options = { ...user, cwd: home, env: settings };
      const site = spawn(node, [launcher, 'start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      started.add(site);
      for await (const line of createInterface(site.stdout)) {
        if (/^http:\/\/localhost:\d+$/.test(line)) return { address: line, process: site };
      }
      throw new Error('The site printed no address.');
    },
    remove: async () => {
      for (const site of started) {
        if (site.exitCode !== null) continue;
        site.kill('SIGTERM');
        await once(site, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}

interface Alteration {
  readonly origin: string;
  readonly dataDir: string;
  readonly name: string;
  /** The end of its id: letters, digits and `_`. */
  readonly ending: string;
  /** Added to the entry. */
  readonly code?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Publishes the active release of a part with further or other code and files, with a grant that may only publish.
 * @returns its id, and the path of its entry
 */
export async function publishAltered({ origin, dataDir, name, ending, code = '', files = {} }: Alteration) {
  const store = openSiteStore(dataDir);
  const { token } = await giveGrant(store, { to: 'an attacker', names: [name], may: ['publish'] });
  const { revision: state } = await store.readState();
  // Its maps would not fit the altered scripts.
  const { maps: _, ...active } = await store.read(name, state?.releases[name]?.active ?? '');
  const { entry } = active;

  const client = new Map<string, Buffer>();
  for (const file of Object.keys(active.files)) client.set(file, await store.readClientFile(active, file));
  // The names of its folder and of its container: two releases are on one page when the earlier one replaces it.
  const own = (script: string) => script.replaceAll(active.id.slice(active.version.length + 1), ending);
  let entryText = own(`${client.get(entry)}\n${code}`);
  for (const [file, content] of [...client].filter(([one]) => one.endsWith('.js') && one !== entry)) {
    const text = Buffer.from(own(content.toString()));
    entryText = entryText.replaceAll(integrityOf(content), integrityOf(text));
    replaceFile(client, file, text);
  }
  replaceFile(client, entry, Buffer.from(entryText));
  for (const [file, content] of Object.entries(files)) client.set(file, Buffer.from(content));
  const node = new Map<string, Buffer>();
  for (const file of Object.keys(active.nodeFiles)) node.set(file, await store.readNodeFile(active, file));

  const hashes = Object.fromEntries([...client].map(([file, content]) => [file, integrityOf(content)]));
  const id = `${active.version}-${ending}`;
  const { release, provenance } = uploadOf({
    release: { ...active, id, container: own(active.container), files: hashes },
    client,
    node,
  });
  const call = openCalls({ origin, token: { source: 'the test', read: async () => token } });
  await uploadRelease({ origin, call, store }, { release, provenance, client, node });
  return { id, entry };
}

export const publishFolder = (dataDir: string, name: string, folder: string) =>
  publishBuilt(openSiteStore(dataDir), { name, folder });

/** Removes its compressed forms, which are those of the earlier content. */
function replaceFile(client: Map<string, Buffer>, file: string, content: Buffer) {
  if (client.get(file)?.equals(content)) return;
  for (const script of [...client.keys()].filter((name) => name.startsWith(`${file}.`))) client.delete(script);
  client.set(file, content);
}
