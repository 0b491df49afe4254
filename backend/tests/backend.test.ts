import { describeAllowedCalls } from './suites/allowed-calls';
import { describeCalls } from './suites/calls';
import { describeCleanUp } from './suites/clean-up';
import { describeConfirmedRetention } from './suites/confirmed-retention';
import { describeDates } from './suites/dates';
import { describeDigests } from './suites/digests';
import { describeEvidence } from './suites/evidence';
import { describeEvidenceAttacks } from './suites/evidence-attacks';
import { describeGatewayTransport } from './suites/gateway-transport';
import { describeHeldRetention } from './suites/held-retention';
import { describeHostedJobs } from './suites/hosted-jobs';
import { describeIncidentAlerts } from './suites/incident-alerts';
import { describeIncidentCounts } from './suites/incident-counts';
import { describeIncidentLimits } from './suites/incident-limits';
import { describeIncidentRows } from './suites/incident-rows';
import { describeLimits } from './suites/limits';
import { describeLivePages } from './suites/live-pages';
import { describeOutbox } from './suites/outbox';
import { describeOutboxAlerts } from './suites/outbox-alerts';
import { describeOutboxReservations } from './suites/outbox-reservations';
import { describePageSpeeds } from './suites/page-speeds';
import { describePool } from './suites/pool';
import { describeRefusedSubmissions } from './suites/refused-submissions';
import { describeReleaseRequests } from './suites/release-requests';
import { describeRetention } from './suites/retention';
import { describeRules } from './suites/rules';
import { describeSpeedAttacks } from './suites/speed-attacks';
import { describeStorage } from './suites/storage';
import { describeUnwanted } from './suites/unwanted';
import { describeWatchedChanges } from './suites/watched-changes';
import { withBackend } from './support/backend';

// For busy machines.
jest.setTimeout(60_000);

withBackend((backend) => {
  describe('the three calls', () => describeCalls(backend));
  describe('dates', () => describeDates(backend));
  describe('the gateway', () => {
    describeAllowedCalls(backend);
    describeGatewayTransport(backend);
  });
  describe('the pool', () => describePool(backend));
  describe('limits', () => {
    describeLimits(backend);
    describeRefusedSubmissions(backend);
  });
  describe('texts', () => describeRules(backend));
  describe('storage', () => describeStorage(backend));
  describe('the outbox', () => {
    describe('in general', () => describeOutbox(backend));
    describe('of reservations', () => describeOutboxReservations(backend));
    describe('in digests', () => describeDigests(backend));
    describe('of alerts', () => describeOutboxAlerts(backend));
    describe('of alerts about incidents', () => describeIncidentAlerts(backend));
    describe('of watched changes', () => describeWatchedChanges(backend));
    describe('of unwanted requests', () => describeUnwanted(backend));
  });
  describe('the clean-up', () => describeCleanUp(backend));
  describe('retention', () => describeRetention(backend));
  describe('held retention', () => {
    describeHeldRetention(backend);
    describeConfirmedRetention(backend);
  });
  describe('the jobs of a hosted database', () => describeHostedJobs(backend));
  describe('incidents', () => describeIncidentRows(backend));
  describe('the limits of incidents', () => describeIncidentLimits(backend));
  describe('the counts of incidents', () => describeIncidentCounts(backend));
  describe('live pages', () => describeLivePages(backend));
  describe('the evidence of a release', () => describeEvidence(backend));
  describe('the requests of a release', () => describeReleaseRequests(backend));
  describe('forged evidence', () => describeEvidenceAttacks(backend));
  describe('the speed of pages', () => describePageSpeeds(backend));
  describe('forged speeds', () => describeSpeedAttacks(backend));
});
