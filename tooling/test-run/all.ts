import { jestStage, playwrightStage, runStages, type Stage, speedUpProcesses } from './stages';
import { withFilesInMemory, withTemplates } from './templates';
import { reportWork, withWorkLog } from './work';

// Each stage often waits for its own processes: in parallel, the stages use two cores.
const STAGES: readonly Stage[] = [
  { name: 'check', title: 'types, lint, boundaries', command: ['check'] },
  jestStage('unit and integration tests', 'unit', ['--maxWorkers=3', '--ignoreProjects', 'tooling']),
  playwrightStage('end to end, in a browser', ['e2e'], 'results.json'),
];

speedUpProcesses();
await withFilesInMemory(() => withWorkLog(() => withTemplates(() => runStages(STAGES, 'parallel', reportWork))));
