import { relative } from 'node:path';
import { logCost } from './process-costs';

/** Of each suite of Jest, for `npx pnpm bench tests`. */
const suite = relative(`${__dirname}/..`, expect.getState().testPath ?? '');
logCost(suite);
afterAll(() => logCost(suite));
