import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Every process of a run of tests loads this. It counts the programs that the run starts, and which of them are builds.
const { WORK_LOG } = process.env;
const [, program = ''] = process.argv;

// How often the runners start workers depends on the machine.
const isWorker = /\/(processChild|workerProcessEntry|loaderProcessEntry)\.js$/.test(program);

if (WORK_LOG && isMainThread && !isWorker) {
  appendFileSync(WORK_LOG, /\/rspack(\.js)?$/.test(program) ? 'build\n' : 'program\n');
}
