import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withFilesInMemory } from './files-in-memory';
import { jestPart, type Part, playwrightPart, runParts } from './run-parts';
import { withTemplates } from './test-templates';
import { judgeWork, withWorkLog } from './work-of-run';

const load = (file: string) => `--import ${pathToFileURL(join(import.meta.dirname, file)).href}`;

/** Reduce the time that each process spends on compilation and on garbage collection (semi-space in MiB), and count it. */
const NODE_OPTIONS = [
  load('baseline-compiler.mjs'),
  load('compile-once.mjs'),
  load('work-log.mjs'),
  '--max-semi-space-size=64',
];

// Each part often waits for its own processes: in parallel, the parts use two cores.
const PARTS: readonly Part[] = [
  { name: 'check', title: 'types, lint, boundaries', command: ['check'] },
  jestPart('unit and integration tests', 'unit', ['--maxWorkers=3', '--ignoreProjects', 'tooling']),
  playwrightPart('end to end, in a browser', ['e2e'], 'results.json'),
];

// The type checker is a Go program. Less frequent garbage collection saves a quarter of its CPU time.
process.env.GOGC ??= '400';
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, ...NODE_OPTIONS].filter(Boolean).join(' ');
await withFilesInMemory(() => withWorkLog(() => withTemplates(() => runParts(PARTS, 'parallel', judgeWork))));
