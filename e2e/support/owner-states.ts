import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { askForCode, enterCode } from './owner';
import { DAY_STATES } from './owner-day-states';
import { REQUEST_STATES } from './owner-request-states';
import { button, changeAnswer, type OwnerState, openTab } from './owner-views';

const HEALTH_FACTS = ['E-mails en attente', 'Base de données', 'Dernière sauvegarde', 'Place libre sur le disque'];
const newAddress = () => `${randomUUID()}@exemple.fr`;

const signedOut: readonly OwnerState[] = [
  {
    name: 'signed-out',
    fitsLargeText: true,
    isSignedOut: true,
    async show(page) {
      await page.goto('/espace');
      await expect(page.getByLabel('Votre e-mail')).toBeVisible();
    },
  },
  {
    name: 'code-sent',
    fitsLargeText: true,
    isSignedOut: true,
    async show(page) {
      await page.goto('/espace');
      await askForCode(page, newAddress());
    },
  },
  {
    name: 'wrong-code',
    isSignedOut: true,
    logs: [/status of 403/],
    async show(page) {
      await enterCode(page, '000000');
      await expect(page.getByRole('alert')).toContainText('Ce code est faux');
    },
  },
];

/** An active part that the site holds, and an inactive one that a person holds. */
async function showHeld(page: Page) {
  const at = '2026-11-25T14:32:00.000Z';
  const holds = {
    booking: { kind: 'guard', who: 'guard', why: '3 pannes pour 30 pages, 0 pour 900 avant', at, seq: 7 },
    guide: { kind: 'hold', who: 'Camille Martin', why: 'pas avant janvier', at, seq: 5 },
  };
  await page.route('**/release/v1/commands/status', async (route) => {
    const response = await route.fetch();
    const { json } = await response.json();
    await route.fulfill({ response, json: { json: { ...json, holds } } });
  });
  await openTab(page, '?vue=site', 'Site');
}

const tabs: readonly OwnerState[] = [
  {
    name: 'agenda-address',
    async show(page) {
      const renewedAt = '2026-11-25T14:32:00.000Z';
      const path = `/espace/agenda/${'a'.repeat(43)}.ics`;
      await page.route('**/rest/v1/rpc/owner_feed', (route) => route.fulfill({ json: { renewedAt: null } }));
      await page.route('**/rest/v1/rpc/owner_renew_feed', (route) => route.fulfill({ json: { path, renewedAt } }));
      await openTab(page, '?vue=agenda', 'Agenda');
      await button(page, 'Créer l’adresse').click();
      await expect(page.getByRole('link', { name: 'Google Agenda' })).toBeVisible();
    },
  },
  { name: 'parts', fitsLargeText: true, show: (page) => openTab(page, '?vue=site', 'Site') },
  {
    name: 'figures',
    fitsLargeText: true,
    async show(page) {
      await openTab(page, '?vue=site', 'Site');
      await page.getByText('Voir les chiffres en tableau').click();
      await expect(page.getByRole('table', { name: 'Chiffres des douze derniers mois' })).toBeVisible();
    },
  },
  {
    name: 'part-held',
    fitsLargeText: true,
    async show(page) {
      await showHeld(page);
      await expect(page.getByText(/^Mises à jour suspendues depuis le .*, par le site lui-même$/)).toBeVisible();
      await expect(page.getByText(/^Mises à jour suspendues depuis le .*, par Camille Martin$/)).toBeVisible();
    },
  },
  {
    name: 'resume-asked',
    fitsLargeText: true,
    hasDialog: true,
    async show(page) {
      await showHeld(page);
      await button(page, 'Reprendre les mises à jour').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'settings',
    fitsLargeText: true,
    async show(page) {
      await openTab(page, '?vue=reglages', 'Réglages');
      const health = page.getByRole('region', { name: 'État du site' });
      for (const fact of HEALTH_FACTS) await expect(health.getByText(fact)).toBeVisible();
    },
  },
  {
    name: 'facts',
    fitsLargeText: true,
    async show(page) {
      await openTab(page, '?vue=textes', 'Textes et informations');
      const groups = page.locator('details');
      await expect(groups.first()).toBeVisible();
      await groups.evaluateAll((all) => {
        for (const group of all) group.setAttribute('open', '');
      });
      await expect(page.getByLabel('Délai de réponse')).toBeVisible();
    },
  },
  {
    name: 'mails-failed',
    fitsLargeText: true,
    async show(page) {
      await changeAnswer(page, 'owner_health', { mails: { waiting: 2, givenUp: 1, failed: 3, oldestAt: null } });
      await openTab(page, '?vue=reglages', 'Réglages');
      await expect(button(page, 'Réessayer maintenant')).toBeVisible();
    },
  },
  {
    name: 'retention-held',
    fitsLargeText: true,
    async show(page) {
      const retention = { requests: 12, total: 40, resumesAt: '2030-01-16T09:00:00Z' };
      await changeAnswer(page, 'owner_health', { retention });
      await openTab(page, '?vue=reglages', 'Réglages');
      await expect(page.getByRole('button', { name: /12 demandes/ })).toBeVisible();
    },
  },
  {
    name: 'erase-asked',
    hasDialog: true,
    async show(page) {
      await openTab(page, '?vue=reglages', 'Réglages');
      await page.getByLabel('E-mail de la personne').fill('camille.martin@exemple.fr');
      await button(page, 'Effacer ses données').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

/** Must come last, because it signs the browser out. */
const expired: OwnerState = {
  name: 'expired',
  logs: [/status of 401/],
  async show(page) {
    // Signing out in this browser would end the session that other states use.
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 204 }));
    await page.route('**/rest/v1/rpc/**', (route) => route.fulfill({ status: 401, json: { code: 'PGRST301' } }));
    await page.goto('/espace');
    await expect(page.getByText('Votre session a expiré.')).toBeVisible();
  },
};

export const OWNER_STATES: readonly OwnerState[] = [...signedOut, ...REQUEST_STATES, ...DAY_STATES, ...tabs, expired];
