import { describeDrain, describeDrainFailures } from './suites/drain';
import { startBackend } from './support/backend';
import { type DrainSite, startWithHandler } from './support/drain-sites';

// Sends as the worker of the backend's process does (mail-worker), but when a test says so.
describe('the function’s handler', () => {
  let running: DrainSite;
  const site = () => running;
  beforeAll(async () => {
    running = await startWithHandler(startBackend);
  });
  afterAll(() => running?.stop());

  describe('mails', () => describeDrain(site));
  describe('mails that cannot be sent', () => describeDrainFailures(site));
});
