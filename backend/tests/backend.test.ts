import { describeIncidentAlerts, describeReleaseRequests, describeWatchedChanges } from './suites/alerts';
import { describeAllowedCalls, describeCalls, describeGatewayTransport, describePool } from './suites/calls';
import { describeDigests } from './suites/digests';
import {
  describeEvidence,
  describeEvidenceAttacks,
  describeLivePages,
  describePageSpeeds,
  describeSpeedAttacks,
} from './suites/evidence';
import { describeHostedJobs } from './suites/hosted';
import { describeIncidentCounts, describeIncidentLimits, describeIncidentRows } from './suites/incidents';
import { describeOutbox, describeOutboxAlerts, describeOutboxReservations, describeUnwanted } from './suites/outbox';
import {
  describeCleanUp,
  describeConfirmedRetention,
  describeHeldRetention,
  describeRetention,
} from './suites/retention';
import { describeDates, describeStorage } from './suites/storage';
import { describeLimits, describeRefusedSubmissions, describeRules } from './suites/submissions';
import { withBackend } from './support/backend';

withBackend((backend) => {
  // All tests share one calendar: what one confirms would be closed to the others.
  beforeAll(() => backend().owner.query('update private.opening_rule set confirmed_days = false'));
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
