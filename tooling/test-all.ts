import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jestPart, type Part, playwrightPart, runParts } from './run-parts';
import { withTemplates } from './test-templates';

const BASELINE_COMPILER = pathToFileURL(join(import.meta.dirname, 'baseline-compiler.mjs')).href;

// They wait for processes of their own much of the time: beside one another they use two cores.
const PARTS: readonly Part[] = [
  { name: 'check', title: 'types, lint, boundaries', command: ['check'] },
  jestPart('unit and integration tests', 'unit', ['--maxWorkers=4', '--ignoreProjects', 'tooling']),
  playwrightPart('end to end, in a browser', ['e2e'], 'results.json'),
];

// The type checker is a Go program: with rarer garbage collections it takes a quarter less processor time.
process.env.GOGC ??= '400';
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${BASELINE_COMPILER}`;
await withTemplates(() => runParts(PARTS));
