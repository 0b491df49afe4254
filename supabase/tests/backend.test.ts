import { describeCalls } from './suites/calls';
import { describeComments } from './suites/comments';
import { describeDates } from './suites/dates';
import { describeHostedJobs } from './suites/hosted-jobs';
import { describeInbox } from './suites/inbox';
import { describeIncidentCounts } from './suites/incident-counts';
import { describeIncidentLimits } from './suites/incident-limits';
import { describeIncidentRows } from './suites/incident-rows';
import { describeIncidents } from './suites/incidents';
import { describeLimits } from './suites/limits';
import { describeOutbox } from './suites/outbox';
import { describeOutboxAlerts } from './suites/outbox-alerts';
import { describeOutboxReservations } from './suites/outbox-reservations';
import { describeRefusals } from './suites/refusals';
import { describeRetention } from './suites/retention';
import { describeRules } from './suites/rules';
import { describeStorage } from './suites/storage';
import { onEachEngine } from './support/engines';

// The whole machine may be busy; a test that hangs still ends.
jest.setTimeout(60_000);

onEachEngine((backend) => {
  describe('the three calls', () => describeCalls(backend));
  describe('dates', () => describeDates(backend));
  describe('refusals', () => describeRefusals(backend));
  describe('limits', () => describeLimits(backend));
  describe('texts', () => describeRules(backend));
  describe('storage', () => describeStorage(backend));
  describe('the outbox', () => {
    describe('in general', () => describeOutbox(backend));
    describe('of reservations', () => describeOutboxReservations(backend));
    describe('of alerts', () => describeOutboxAlerts(backend));
  });
  describe('the schema', () => describeComments(backend));
  describe('retention', () => describeRetention(backend));
  describe('the jobs of a hosted database', () => describeHostedJobs(backend));
  describe('the inbox', () => describeInbox(backend));
  describe('incidents', () => {
    describeIncidents(backend);
    describeIncidentRows(backend);
  });
  describe('the limits of incidents', () => describeIncidentLimits(backend));
  describe('the counts of incidents', () => describeIncidentCounts(backend));
});
