import { relative } from 'node:path';
import { logCost } from '../test-run/process-costs';

const suite = relative(`${__dirname}/../..`, expect.getState().testPath ?? '');
logCost(suite);
afterAll(() => logCost(suite));
