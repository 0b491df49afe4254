import { describeCalendarEntries, describeCalendarFeed } from './suites/calendar-feed';
import { describeDayFileLinks } from './suites/day-file-links';
import { describeDayFiles } from './suites/day-files';
import { describeClosedDays, describeConfirmedDays } from './suites/days';
import { describeRetriedMails } from './suites/digests';
import { describeGiveUpDay, describeMailsAboutChanges } from './suites/mails-about-changes';
import { describeManageLinkAttacks } from './suites/manage-link-attacks';
import { describeManageLinks } from './suites/manage-links';
import { describeOwnCalendar } from './suites/own-calendar';
import { describeOwnerActions, describeOwnerHistory, describeOwnerMarks } from './suites/owner-actions';
import { describeOwnerLists, describeOwnerPersons } from './suites/owner-lists';
import { describeOwnerOverview, describeOwnerToday } from './suites/owner-overview';
import { describeFollowUp, describePhoneRequests } from './suites/phone-requests';
import { describeSignedAgreements } from './suites/signed-agreements';
import { describeTrainingYear } from './suites/training-year';
import { describeUpkeep } from './suites/upkeep';
import {
  describeLinksAgain,
  describeVisitorMailAttacks,
  describeVisitorMails,
  describeWithheldMails,
} from './suites/visitor-mails';
import { describeVisitorReminders } from './suites/visitor-reminders';
import { withBackend } from './support/backend';

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
  describe('files of days', () => {
    describeDayFiles(backend);
    describeSignedAgreements(backend);
  });
  describe('confirmed days', () => describeConfirmedDays(backend));
  describe('closed days', () => describeClosedDays(backend));
  describe('the owner’s own calendar', () => describeOwnCalendar(backend));
  describe('calendar feed', () => describeCalendarFeed(backend));
  describe('mails to visitors', () => {
    describeVisitorMails(backend);
    describeCalendarEntries(backend);
    describeWithheldMails(backend);
    describeLinksAgain(backend);
    describe('reminders', () => describeVisitorReminders(backend));
  });
  describe('links for visitors', () => {
    describeManageLinks(backend);
    describeGiveUpDay(backend);
    describeMailsAboutChanges(backend);
    describeManageLinkAttacks(backend);
    describeDayFileLinks(backend);
  });
  describe('mails to strangers', () => describeVisitorMailAttacks(backend));
  describe('overview', () => describeOwnerOverview(backend));
  describe('mails that are tried again', () => describeRetriedMails(backend));
  describe('today', () => describeOwnerToday(backend));
  describe('the year of the trainer', () => describeTrainingYear(backend));
  describe('upkeep', () => describeUpkeep(backend));
});
