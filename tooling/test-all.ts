import { jestPart, type Part, playwrightPart, runParts, speedUpProcesses } from './run-parts';
import { withFilesInMemory, withTemplates } from './test-templates';
import { judgeWork, withWorkLog } from './work-of-run';

// Each part often waits for its own processes: in parallel, the parts use two cores.
const PARTS: readonly Part[] = [
  { name: 'check', title: 'types, lint, boundaries', command: ['check'] },
  jestPart('unit and integration tests', 'unit', ['--maxWorkers=3', '--ignoreProjects', 'tooling']),
  playwrightPart('end to end, in a browser', ['e2e'], 'results.json'),
];

speedUpProcesses();
await withFilesInMemory(() => withWorkLog(() => withTemplates(() => runParts(PARTS, 'parallel', judgeWork))));
