import { describeDrain } from './suites/drain';
import { describeDrainFailures } from './suites/drain-failures';
import { startBackend } from './support/backend';
import { type DrainSite, startWithHandler, startWithWorker } from './support/drain-sites';
import { longDescribe } from './support/long-tier';

// For busy machines.
jest.setTimeout(120_000);

const ways = [
  { name: 'the local worker', begin: startWithWorker, describeFailures: describe },
  { name: 'the function’s handler', begin: startWithHandler, describeFailures: longDescribe },
];

for (const { name, begin, describeFailures } of ways) {
  describe(name, () => {
    let running: DrainSite;
    const site = () => running;
    beforeAll(async () => {
      running = await begin(startBackend);
    });
    afterAll(() => running?.stop());

    describe('mails', () => describeDrain(site));
    describeFailures('mails that cannot be sent', () => describeDrainFailures(site));
  });
}
