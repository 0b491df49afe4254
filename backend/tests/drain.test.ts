import { describeDrain } from './suites/drain';
import { describeDrainFailures } from './suites/drain-failures';
import { type DrainSite, startWithHandler, startWithWorker } from './support/drain-sites';
import { engines } from './support/engines';
import { isLongTier } from './support/long-tier';
import { describeWhere } from './support/where-possible';

// For busy machines.
jest.setTimeout(120_000);

const startOn = (name: string) => engines.find((engine) => engine.name === name)?.start ?? null;
const ways = [
  { name: 'the local worker on PGlite', begin: startWithWorker, engine: startOn('PGlite') },
  { name: 'the function’s handler on PostgreSQL', begin: startWithHandler, engine: startOn('PostgreSQL') },
  // Covered by the two above, so only in the long tier.
  ...(isLongTier
    ? [{ name: 'the local worker on PostgreSQL', begin: startWithWorker, engine: startOn('PostgreSQL') }]
    : []),
];

for (const { name, begin, engine } of ways) {
  describeWhere(engine !== null, 'PostgreSQL is not installed')(name, () => {
    let running: DrainSite;
    const site = () => running;
    beforeAll(async () => {
      if (engine) running = await begin(engine);
    });
    afterAll(() => running?.stop());

    describe('mails', () => describeDrain(site));
    describe('mails that cannot be sent', () => describeDrainFailures(site));
  });
}
