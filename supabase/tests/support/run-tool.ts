import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LOCAL = join(__dirname, '../../local');
const TSX = pathToFileURL(createRequire(__filename).resolve('tsx')).href;

export type Tool = 'inbox' | 'incidents' | 'backup' | 'restore' | 'types';
export type Printed = { code: number; stdout: string; stderr: string };

/** What one of the tools in `local/` prints. */
export function runTool(name: Tool, env: Record<string, string>, ...args: string[]): Promise<Printed> {
  const options = { env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    const command = ['--import', TSX, join(LOCAL, `${name}.ts`), ...args];
    const child = execFile(process.execPath, command, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
