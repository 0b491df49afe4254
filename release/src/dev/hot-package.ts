import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BUILD_FILE } from '@site/contract/build';
import { readHotBuild } from '@site/contract/read-build';
import type { ActiveRelease } from '@site/contract/release-index';
import type { ReleasablePackage } from '../publish/packages';
import { UserError } from '../user-error';

export interface HotPackage {
  readonly name: string;
  readonly origin: string;
  readonly process: ChildProcess;
}

const ASK_AGAIN_AFTER_MS = 100;
const READY_AT_THE_LATEST_MS = 60_000;

export function startHot({ name, folder }: ReleasablePackage, port: number): HotPackage {
  const rspack = join(folder, 'node_modules/@rspack/cli/bin/rspack.js');
  const child = spawn(process.execPath, [rspack, 'serve', '--env', `devPort=${port}`], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { name, origin: `http://localhost:${port}`, process: child };
}

/** Describes a hot remote as an active release. @throws UserError when its server does not start */
export async function describeHot(hot: HotPackage): Promise<ActiveRelease> {
  const { entry, ...build } = readHotBuild(await waitForText(`${hot.origin}/${BUILD_FILE}`, hot));
  return { ...build, entry: `${hot.origin}/${entry}`, integrity: '' };
}

async function waitForText(url: string, hot: HotPackage): Promise<string> {
  const deadline = Date.now() + READY_AT_THE_LATEST_MS;
  while (Date.now() < deadline && hot.process.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return answer.text();
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
  }
  throw new UserError(`The development server of ${hot.name} did not start; see above.`);
}
