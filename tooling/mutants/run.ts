import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTool } from '../install-tool';

// Runs Stryker at the root of the repository: npx pnpm test:mutants [options of `stryker run`]
const modules = join(installTool('mutants'), 'node_modules');
const stryker = [join(modules, '.bin/stryker'), 'run', 'tooling/mutants/stryker.config.js', ...process.argv.slice(2)];
const [program = '', ...words] = stryker;
// The environment of the tests requires packages of the tool from the workspace.
const env = { ...process.env, NODE_PATH: modules };
process.exitCode = spawnSync(program, words, { stdio: 'inherit', env }).status ?? 1;
