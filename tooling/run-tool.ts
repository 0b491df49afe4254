import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTool } from './install-tool';

// Runs a program of tooling/tools at the root: node tooling/run.cjs tooling/run-tool.ts <tool> <program> [arguments]
const [tool = '', program = '', ...words] = process.argv.slice(2);
const modules = join(installTool(tool), 'node_modules');
// Mutants' test environment requires a package of the tool from the workspace.
const env = { ...process.env, NODE_PATH: modules };
process.exitCode = spawnSync(join(modules, '.bin', program), words, { stdio: 'inherit', env }).status ?? 1;
