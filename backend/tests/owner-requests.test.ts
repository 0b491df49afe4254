import { describeCalendarFeed } from './suites/calendar-feed';
import { describeClosedDays } from './suites/closed-days';
import { describeOwnerActions } from './suites/owner-actions';
import { describeOwnerLists } from './suites/owner-lists';
import { describeOwnerOverview } from './suites/owner-overview';
import { describeOwnerPersons } from './suites/owner-persons';
import { describeUpkeep } from './suites/upkeep';
import { describeVisitorMailAttacks } from './suites/visitor-mail-attacks';
import { describeVisitorMails } from './suites/visitor-mails';
import { onEachEngine } from './support/engines';

// For busy machines.
jest.setTimeout(60_000);

onEachEngine((backend) => {
  describe('lists', () => describeOwnerLists(backend));
  describe('persons', () => describeOwnerPersons(backend));
  describe('actions', () => describeOwnerActions(backend));
  describe('closed days', () => describeClosedDays(backend));
  describe('calendar feed', () => describeCalendarFeed(backend));
  describe('mails to visitors', () => describeVisitorMails(backend));
  describe('mails to strangers', () => describeVisitorMailAttacks(backend));
  describe('overview', () => describeOwnerOverview(backend));
  describe('upkeep', () => describeUpkeep(backend));
});
