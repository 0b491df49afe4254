import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ActiveRelease, RemoteRoute } from '@site/shared-ui/host';
import type { ReleasablePackage } from '../publish/packages';
import { UserError } from '../user-error';

export interface HotPackage {
  readonly name: string;
  readonly origin: string;
  readonly process: ChildProcess;
}

const ASK_AGAIN_AFTER_MS = 100;
const READY_AT_THE_LATEST_MS = 60_000;

/** Starts a package's own development server; its output goes to this terminal. */
export function startHot({ name, folder }: ReleasablePackage, port: number): HotPackage {
  const rspack = join(folder, 'node_modules/@rspack/cli/bin/rspack.js');
  const child = spawn(process.execPath, [rspack, 'serve', '--env', `devPort=${port}`], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { name, origin: `http://localhost:${port}`, process: child };
}

/** What a hot remote says of itself, in the form of an active release. @throws UserError when it does not come up */
export async function describeHot(hot: HotPackage): Promise<ActiveRelease> {
  const build = (await untilServed(`${hot.origin}/build.json`, hot)) as {
    entry: string;
    container: string;
    routes: RemoteRoute[];
  };
  return {
    id: 'dev',
    container: build.container,
    entry: `${hot.origin}/${build.entry}`,
    integrity: '',
    routes: build.routes,
  };
}

async function untilServed(url: string, hot: HotPackage): Promise<unknown> {
  const deadline = Date.now() + READY_AT_THE_LATEST_MS;
  while (Date.now() < deadline && hot.process.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return answer.json();
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
  }
  throw new UserError(`The development server of ${hot.name} did not come up; see above.`);
}
