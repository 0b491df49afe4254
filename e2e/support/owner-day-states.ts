import { expect, type Page } from '@playwright/test';
import { parisDay } from './days';
import { button, changeAnswer, type OwnerState, openTab } from './owner-views';

const answerToday = (page: Page, changes: object) => changeAnswer(page, 'owner_today', changes);

/** A rule with every way to close days. */
const answerDays = (page: Page) =>
  changeAnswer(page, 'owner_days', {
    weekly: [true, true, true, true, true, false, false],
    holidays: true,
    off: [parisDay(1), parisDay(4)],
    periods: [{ first: parisDay(200), last: parisDay(220), label: 'Congés d’été, puis une formation à Montpellier' }],
    noticeDays: 2,
    horizonDays: 365,
  });

/** The longest text of the owner's own calendar. */
const answerOwnCalendar = (page: Page) =>
  changeAnswer(page, 'owner_own_calendar', {
    host: 'p123-caldav.agenda-partage.exemple.fr',
    connectedAt: '2026-11-20T08:00:00Z',
    readAt: '2026-11-25T14:32:00Z',
    failure: 'forbidden',
    failedSince: '2026-11-25T14:47:00Z',
    days: 42,
  });

/** The owner's own address of the agenda, which is created without being stored. */
async function answerFeed(page: Page) {
  const renewedAt = '2026-11-25T14:32:00.000Z';
  const path = `/espace/agenda/${'a'.repeat(43)}.ics`;
  await page.route('**/rest/v1/rpc/owner_feed', (route) => route.fulfill({ json: { renewedAt: null } }));
  await page.route('**/rest/v1/rpc/owner_renew_feed', (route) => route.fulfill({ json: { path, renewedAt } }));
}

/** States of the opening view and of the agenda. */
export const DAY_STATES: readonly OwnerState[] = [
  {
    name: 'today',
    async show(page) {
      const at = '2026-11-22T02:00:00Z';
      const lastError = 'ESOCKET: connect ECONNREFUSED 127.0.0.1:25';
      await answerToday(page, {
        concerns: [
          { kind: 'unsent', isUrgent: false, count: 2, oldestAt: at, lastError },
          { kind: 'part', isUrgent: true, remote: 'booking', release: '1.0.0-a', count: 9, pages: 20, lastAt: at },
          { kind: 'backup', isUrgent: false, failure: 'full', failedSince: at, lastAt: null },
        ],
        steps: { days: true, agenda: false, request: false },
      });
      await openTab(page, '', 'Aujourd’hui');
      await expect(page.getByText(/^2 e-mails ne partent pas/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Pour commencer' })).toBeVisible();
    },
  },
  {
    name: 'agenda',
    async show(page) {
      await answerDays(page);
      await answerOwnCalendar(page);
      await answerFeed(page);
      await openTab(page, '?vue=agenda', 'Agenda');
      await expect(page.getByText(/^Congés d’été/)).toBeVisible();
      await expect(page.getByText(/Les 42\u00a0jours fermés le restent/)).toBeVisible();
      await button(page, 'Créer l’adresse').click();
      await expect(page.getByRole('link', { name: 'Google Agenda' })).toBeVisible();
    },
  },
];
