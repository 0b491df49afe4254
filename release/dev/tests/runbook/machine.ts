import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@site/backend/tests/support/until';
import { root } from '@site/release-core/tests/support/repository';
import { freePort } from '@site/terminal/free-port';
import { type Done, runScript } from './run-script';
import { type Service, startService } from './service';
import { documentedScript, NOBODY, simulatedCommands } from './simulated-commands';

/** Written in docs/host-one-machine.md. */
const SCRIPTS = ['site', 'site-switch', 'site-backup'];
/** The version that is installed, as the name of its folder. */
export const VERSION = '2026-11-25';
const PATHS = /(?<![\w.])\/(?:var\/lib|var\/backups|etc|srv|home)\/site\b/g;

type Settings = Readonly<Record<string, string | undefined>>;

/** The machine of docs/host-one-machine.md in a folder: the packed server, its scripts, and a simulated systemd. */
export interface Machine extends Pick<Service, 'exited' | 'kill' | 'pass' | 'end'> {
  readonly address: string;
  readonly dataDir: string;
  /** Of every program on it. */
  readonly env: NodeJS.ProcessEnv;
  /** A path in this machine's folder. */
  readonly at: (path: string) => string;
  /** Runs commands of the documents. */
  readonly run: (script: string) => Promise<Done>;
  /** What the service has printed since the last call. */
  readonly journal: () => string;
  /** Changes settings; those that are undefined are removed. They count from the next start. */
  readonly set: (settings: Settings) => void;
  /** Resolves when the site is healthy. Rejects when it has ended. */
  readonly healthy: () => Promise<void>;
}

/** @param folder readable for all users */
export async function installMachine(folder: string): Promise<Machine> {
  const port = String(await freePort());
  const address = `http://localhost:${port}`;
  const at = (path: string) => join(folder, path);
  const local = (script: string) =>
    script
      .replaceAll(PATHS, at)
      // Of the whole disk of a developer, it would take minutes.
      .replaceAll('--max-depth=2 / ', `--max-depth=2 ${folder} `)
      .replaceAll('https://example.fr', address)
      .replaceAll('4173', port);

  installServer(at);
  const add = (name: string, script: string) => writeFileSync(at(`bin/${name}`), script, { mode: 0o755 });
  for (const name of SCRIPTS) add(name, local(documentedScript(name)).replaceAll('/usr/local/bin/', at('bin/')));
  const env = { PATH: `${at('bin')}:/usr/sbin:/usr/bin:/bin`, HOME: folder, LC_ALL: 'C.UTF-8' };
  const service = await startService({ command: at('bin/site'), journal: at('journal'), env });
  for (const [name, script] of Object.entries(simulatedCommands(folder, service.control))) add(name, script);

  const set = settingsIn(at('etc/site/env'), {
    PORT: port,
    DATA_DIR: at('var/lib/site'),
    SITE_CONFIG: at('etc/site/site.json'),
    TRUST_PROXY: '1',
    ACCEPT_UNISOLATED_RELEASES: 'yes',
    NODE_OPTIONS: `--require ${at('passing-minutes.cjs')}`,
  });
  const isHealthy = () =>
    fetch(`${address}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const journal = () => readFileSync(at('journal'), 'utf8');
  let read = 0;
  return {
    ...service,
    address,
    env,
    dataDir: at('var/lib/site'),
    at,
    run: (script) => runScript(local(script), env, folder),
    journal: () => {
      const news = journal().slice(read);
      read += news.length;
      return news;
    },
    set,
    healthy: async () => {
      await until(async () => service.exited() || (await isHealthy()));
      if (service.exited()) throw new Error(`The service has ended: ${journal().slice(-2000)}`);
    },
  };
}

/** Packs the server, and makes the folders of the document. */
function installServer(at: Machine['at']) {
  for (const path of ['srv/site', 'etc/site/fichiers', 'bin']) mkdirSync(at(path), { recursive: true });
  const packed = at(`srv/site/${VERSION}`);
  execFileSync('npx', ['pnpm', 'server:pack', packed], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  symlinkSync(packed, at('srv/site/current'));
  symlinkSync(process.execPath, at('bin/node'));
  copyFileSync(join(root, 'site.json'), at('etc/site/site.json'));
  copyFileSync(join(root, 'e2e/support/passing-minutes.cjs'), at('passing-minutes.cjs'));
  for (const path of ['var/lib/site', 'var/backups/site']) {
    mkdirSync(at(path), { recursive: true });
    chmodSync(at(path), 0o700);
    if (process.getuid?.() === 0) chownSync(at(path), NOBODY, NOBODY);
  }
}

/** Writes the settings of the service. @returns a function that changes them */
function settingsIn(file: string, first: Settings): Machine['set'] {
  let settings = first;
  const set: Machine['set'] = (changes) => {
    settings = { ...settings, ...changes };
    const lines = Object.entries(settings).filter(([, value]) => value !== undefined);
    writeFileSync(file, lines.map(([name, value]) => `${name}='${value}'\n`).join(''));
  };
  set({});
  return set;
}
