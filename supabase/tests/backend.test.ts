import { describeCalls } from './suites/calls';
import { describeDates } from './suites/dates';
import { describeInbox } from './suites/inbox';
import { describeLimits } from './suites/limits';
import { describeRefusals } from './suites/refusals';
import { describeRules } from './suites/rules';
import { describeStorage } from './suites/storage';
import { engines, type TestBackend } from './support/engines';

const START_MS = 60_000;

for (const { name, start } of engines) {
  // Not installed here: counted as skipped, never as passed.
  const describeHere = start ? describe : describe.skip;
  describeHere(`on ${name}`, () => {
    let running: TestBackend;
    const backend = () => running;
    beforeAll(async () => {
      if (start) running = await start();
    }, START_MS);
    afterAll(() => running?.stop());

    describe('the three calls', () => describeCalls(backend));
    describe('dates', () => describeDates(backend));
    describe('refusals', () => describeRefusals(backend));
    describe('limits', () => describeLimits(backend));
    describe('texts', () => describeRules(backend));
    describe('storage', () => describeStorage(backend));
    describe('the inbox', () => describeInbox(backend));
  });
}
