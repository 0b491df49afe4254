import { describeCalendarEntries } from './suites/calendar-entries';
import { describeCalendarFeed } from './suites/calendar-feed';
import { describeClosedDays } from './suites/closed-days';
import { describeConfirmedDays } from './suites/confirmed-days';
import { describeFigures } from './suites/figures';
import { describeFollowUp } from './suites/follow-up';
import { describeGiveUpDay } from './suites/give-up-day';
import { describeManageLinkAttacks } from './suites/manage-link-attacks';
import { describeManageLinks } from './suites/manage-links';
import { describeOwnCalendar } from './suites/own-calendar';
import { describeOwnerActions } from './suites/owner-actions';
import { describeOwnerHistory } from './suites/owner-history';
import { describeOwnerLists } from './suites/owner-lists';
import { describeOwnerMarks } from './suites/owner-marks';
import { describeOwnerOverview } from './suites/owner-overview';
import { describeOwnerPersons } from './suites/owner-persons';
import { describeOwnerToday } from './suites/owner-today';
import { describePhoneRequests } from './suites/phone-requests';
import { describeRetriedMails } from './suites/retried-mails';
import { describeUpkeep } from './suites/upkeep';
import { describeVisitorMailAttacks } from './suites/visitor-mail-attacks';
import { describeVisitorMails } from './suites/visitor-mails';
import { describeVisitorReminders } from './suites/visitor-reminders';
import { describeWithheldMails } from './suites/withheld-mails';
import { withBackend } from './support/backend';

// For busy machines.
jest.setTimeout(60_000);

withBackend((backend) => {
  // The tests confirm the same days, and a day is confirmed for one reservation only.
  beforeEach(() => backend().owner.query('update public.reservation_dates set confirmed = false where confirmed'));
  describe('lists', () => describeOwnerLists(backend));
  describe('persons', () => describeOwnerPersons(backend));
  describe('actions', () => describeOwnerActions(backend));
  describe('marks', () => describeOwnerMarks(backend));
  describe('history', () => describeOwnerHistory(backend));
  describe('after a confirmation', () => describeFollowUp(backend));
  describe('requests by telephone', () => describePhoneRequests(backend));
  describe('confirmed days', () => describeConfirmedDays(backend));
  describe('closed days', () => describeClosedDays(backend));
  describe('the owner’s own calendar', () => describeOwnCalendar(backend));
  describe('calendar feed', () => describeCalendarFeed(backend));
  describe('mails to visitors', () => {
    describeVisitorMails(backend);
    describeCalendarEntries(backend);
    describeWithheldMails(backend);
    describe('reminders', () => describeVisitorReminders(backend));
  });
  describe('links for visitors', () => {
    describeManageLinks(backend);
    describeGiveUpDay(backend);
    describeManageLinkAttacks(backend);
  });
  describe('mails to strangers', () => describeVisitorMailAttacks(backend));
  describe('figures', () => describeFigures(backend));
  describe('overview', () => describeOwnerOverview(backend));
  describe('mails that are tried again', () => describeRetriedMails(backend));
  describe('today', () => describeOwnerToday(backend));
  describe('upkeep', () => describeUpkeep(backend));
});
