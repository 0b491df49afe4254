import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestPart, type Part, playwrightPart, runParts } from './run-parts';
import { withTemplates } from './test-templates';

const load = (file: string) => `--import ${pathToFileURL(join(import.meta.dirname, file)).href}`;

/** For each program of a run: less time on compiling it, and on collecting what its modules leave behind (in MiB). */
const NODE_OPTIONS = [load('baseline-compiler.mjs'), load('compile-once.mjs'), '--max-semi-space-size=64'];

// They wait for processes of their own much of the time: beside one another they use two cores.
const PARTS: readonly Part[] = [
  { name: 'check', title: 'types, lint, boundaries', command: ['check'] },
  jestPart('unit and integration tests', 'unit', ['--maxWorkers=4', '--ignoreProjects', 'tooling']),
  playwrightPart('end to end, in a browser', ['e2e'], 'results.json'),
];

// The type checker is a Go program: with rarer garbage collections it takes a quarter less processor time.
process.env.GOGC ??= '400';
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...NODE_OPTIONS].filter(Boolean).join(' ');
await withTemplates(() => runParts(PARTS));
