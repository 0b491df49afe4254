import { describeDrain } from './suites/drain';
import { describeDrainFailures } from './suites/drain-failures';
import { startBackend } from './support/backend';
import { type DrainSite, startWithHandler, startWithWorker } from './support/drain-sites';

// For busy machines.
jest.setTimeout(120_000);

const ways = [
  { name: 'the local worker', begin: startWithWorker },
  { name: 'the function’s handler', begin: startWithHandler },
];

for (const { name, begin } of ways) {
  describe(name, () => {
    let running: DrainSite;
    const site = () => running;
    beforeAll(async () => {
      running = await begin(startBackend);
    });
    afterAll(() => running?.stop());

    describe('mails', () => describeDrain(site));
    describe('mails that cannot be sent', () => describeDrainFailures(site));
  });
}
