import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILD_FILE, type HotBuild } from '@site/contract/build';
import { readHotBuild } from '@site/contract/read-build';
import type { ActiveRelease } from '@site/contract/release-index';
import { developmentOrigin, hostToListenOn, listenOnIpv6 } from '@site/release-build/same-site';
import type { ReleasablePackage } from '@site/release-cli/publish/packages';
import { UserError } from '@site/release-core/user-error';
import type { Lifecycle } from '@site/release-server/run-program';
import { stopChild } from '@site/release-server/start/backend-process';
import { listen } from '@site/release-server/start/listen';

export interface HotPackage {
  readonly name: string;
  readonly origin: string;
  readonly process: Pick<ChildProcess, 'exitCode'>;
}

interface StartedPackage extends HotPackage {
  readonly process: ChildProcess;
}

const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'end-with-parent.mjs')).href;
const ASK_AGAIN_AFTER_MS = 100;
const MAX_READY_MS = 60_000;
const MAX_STOP_MS = 1500;

interface HotOptions {
  readonly ports: readonly number[];
  readonly sitePort: number;
  readonly isForPublicSite?: boolean;
}

/** The command fails when one of the servers exits. */
export function startHot(
  packages: readonly ReleasablePackage[],
  { ports, sitePort, isForPublicSite = false }: HotOptions,
  life: Lifecycle,
): readonly StartedPackage[] {
  const env = ['--env', `sitePort=${sitePort}`, ...(isForPublicSite ? ['--env', 'isForPublicSite'] : [])];
  const all = packages.map((one, at) => startServer(one, ports[at] ?? 0, env));
  life.onEnd(async () => void (await Promise.all(all.map(({ process: server }) => stopChild(server, MAX_STOP_MS)))));
  for (const { name, process: server } of all) {
    server.once('exit', () =>
      life.fail(new UserError(`The development server of ${name} has stopped: see above, then start it again.`)),
    );
  }
  return all;
}

function startServer({ name, folder }: ReleasablePackage, port: number, env: readonly string[]): StartedPackage {
  const rspack = join(folder, 'node_modules/@rspack/cli/bin/rspack.js');
  const serve = ['--import', END_WITH_PARENT, rspack, 'serve', '--env', `devPort=${port}`, ...env];
  const server = spawn(process.execPath, serve, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C then reaches only `pnpm dev`, which stops the servers itself.
    detached: true,
  });
  return { name, origin: developmentOrigin(port), process: server };
}

export async function describeHot(hot: HotPackage): Promise<ActiveRelease & Pick<HotBuild, 'private'>> {
  const { entry, ...build } = readHotBuild(await waitForText(`${hot.origin}/${BUILD_FILE}`, hot));
  return { ...build, entry: `${hot.origin}/${entry}`, integrity: '' };
}

export async function waitForText(url: string, hot: HotPackage): Promise<string> {
  const deadline = Date.now() + MAX_READY_MS;
  while (Date.now() < deadline && hot.process.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return answer.text();
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
  }
  throw new UserError(`The development server of ${hot.name} did not start; see above.`);
}

/** Listens on this machine only, unless HOST names an address. @throws UserError as `listen` */
export async function listenLocally(server: Server, port: number): Promise<void> {
  await listen(server, port, hostToListenOn());
  listenOnIpv6(server, port);
}
