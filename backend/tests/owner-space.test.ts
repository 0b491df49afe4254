import { describeHostedOwners } from './suites/hosted-owners';
import { describeOwners } from './suites/owners';
import { onEachEngine } from './support/engines';

// For busy machines.
jest.setTimeout(60_000);

onEachEngine((backend) => {
  describe('owners', () => describeOwners(backend));
  describe('owners at hosted Auth', () => describeHostedOwners(backend));
});
