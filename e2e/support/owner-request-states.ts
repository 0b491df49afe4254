import { expect } from '@playwright/test';
import { runQuery } from './database';
import { parisDay } from './days';
import { button, goOffline, type OwnerState, openList, openRequest, openTab } from './owner-views';

const LOST = [/ERR_FAILED/, /Failed to fetch/];

/** States of the list of requests, and of one request. */
export const REQUEST_STATES: readonly OwnerState[] = [
  {
    name: 'list',
    async show(page, desk) {
      await openList(page, desk);
      await expect(button(page, 'Afficher la suite')).toBeVisible();
    },
  },
  {
    name: 'empty',
    async show(page) {
      await page.getByRole('searchbox').fill('personne-de-ce-nom');
      await expect(page).toHaveURL(/recherche=personne-de-ce-nom/);
      await expect(page.getByText(/personne-de-ce-nom/)).toBeVisible();
    },
  },
  {
    name: 'message',
    async show(page, desk) {
      await openList(page, desk, 'messages');
      await page.getByRole('link', { name: 'Adèle Moreau' }).first().click();
      await expect(button(page, 'Marquer comme traité')).toBeVisible();
    },
  },
  {
    name: 'choosing',
    async show(page) {
      await page.goBack();
      await button(page, 'Choisir plusieurs demandes').click();
      await page.getByRole('checkbox').first().check();
    },
  },
  {
    name: 'by-phone',
    async show(page) {
      await openTab(page, '?ajout=telephone', 'Ajouter une demande');
      await page.getByLabel('Jour souhaité').fill(parisDay(10));
      await button(page, 'Ajouter ce jour').click();
      await page.getByLabel('E-mail').fill('marie@');
      await button(page, 'Enregistrer la demande').click();
      await expect(page.getByRole('group', { name: 'À corriger' })).toBeVisible();
    },
  },
  {
    name: 'request-to-verify',
    async show(page, desk) {
      await openList(page, desk, 'verify');
      await page.getByRole('link', { name: 'Dominique Petit' }).first().click();
      await expect(button(page, 'C’est une vraie demande')).toBeVisible();
    },
  },
  {
    name: 'request-confirmed',
    async show(page, desk) {
      await openList(page, desk, 'confirmed');
      await page.getByRole('link', { name: 'Inès Roy' }).first().click();
      await expect(page.getByRole('heading', { name: 'Prévenir Inès Roy' })).toBeVisible();
      const sent = page.getByRole('checkbox', { name: 'Convention envoyée' });
      if (!(await sent.isChecked())) await sent.click();
      await expect(sent).toBeChecked();
    },
  },
  {
    name: 'request',
    async show(page, desk) {
      await openRequest(page, desk);
      await page.getByLabel(/^Note/).fill('Rappeler lundi matin.');
      await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'taken',
    hasDialog: true,
    logs: [/status of 409/],
    async show(page) {
      const day = { date: '2030-01-16', id: '1', name: 'Marie-Antoinette de La Rochefoucauld-Montmorency' };
      const details = JSON.stringify([day, { ...day, date: '2030-01-17', name: 'Léo Roy' }]);
      const refusal = { status: 409, json: { code: 'DAY_TAKEN', message: '', details, hint: null } };
      await page.route('**/rest/v1/rpc/owner_confirm', (route) => route.fulfill(refusal));
      await button(page, /^Confirmer ces/).click();
      await expect(page.getByRole('dialog', { name: 'Déjà confirmé' })).toBeVisible();
    },
  },
  {
    name: 'conflict',
    hasDialog: true,
    logs: [/status of 409/],
    // The site itself refuses: another device has changed the request.
    async show(page, { domain, dataDir }) {
      await page.keyboard.press('Escape');
      const change = "update public.reservations set note = concat(note, 'Rappeler lundi. ') where email = $1";
      await runQuery(change, [`long@${domain}`], dataDir);
      await button(page, /^Confirmer ces/).click();
      await expect(page.getByRole('dialog', { name: 'Cette demande a changé entre-temps' })).toBeVisible();
    },
  },
  {
    name: 'offline-with-old-data',
    logs: LOST,
    async show(page) {
      await page.keyboard.press('Escape');
      await goOffline(page);
      await expect(page.getByText('Hors connexion.')).toBeVisible();
    },
  },
  {
    name: 'offline-without-data',
    logs: LOST,
    async show(page) {
      await page.route('**/rest/v1/**', (route) => route.abort());
      await page.goto('/espace?vue=agenda');
      await expect(button(page, 'Réessayer').first()).toBeVisible();
    },
  },
];
