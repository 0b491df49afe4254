import { expect } from '@playwright/test';
import { runQuery } from './database';
import { parisDay } from './days';
import { button, goOffline, type OwnerState, openList, openRequest, openTab } from './owner-views';

const LOST = [/ERR_FAILED/, /Failed to fetch/];

/** States of the list of requests, and of one request. */
export const REQUEST_STATES: readonly OwnerState[] = [
  { name: 'list', fitsLargeText: true, show: (page, desk) => openList(page, desk, 'todo') },
  {
    name: 'empty',
    fitsLargeText: true,
    show: (page) => openTab(page, '?filtre=cancelled&recherche=personne-de-ce-nom', 'Demandes'),
  },
  {
    name: 'many',
    fitsLargeText: true,
    async show(page, desk) {
      await openList(page, desk);
      await expect(button(page, 'Afficher la suite')).toBeVisible();
    },
  },
  {
    name: 'choosing',
    fitsLargeText: true,
    async show(page, desk) {
      await openList(page, desk, 'messages');
      await button(page, 'Choisir plusieurs demandes').click();
      await page.getByRole('checkbox').first().check();
    },
  },
  {
    name: 'by-phone',
    fitsLargeText: true,
    async show(page) {
      await openTab(page, '?ajout=telephone', 'Ajouter une demande');
      await page.getByLabel('Jour souhaité').fill(parisDay(10));
      await button(page, 'Ajouter ce jour').click();
      await page.getByLabel('E-mail').fill('marie@');
      await button(page, 'Enregistrer la demande').click();
      await expect(page.getByRole('group', { name: 'À corriger' })).toBeVisible();
    },
  },
  { name: 'to-verify', fitsLargeText: true, show: (page, desk) => openList(page, desk, 'verify') },
  {
    name: 'request-to-verify',
    fitsLargeText: true,
    show: async (page, desk) => {
      await openList(page, desk, 'verify');
      await page.getByRole('link', { name: 'Dominique Petit' }).first().click();
      await expect(button(page, 'C’est une vraie demande')).toBeVisible();
    },
  },
  { name: 'request', fitsLargeText: true, show: openRequest },
  {
    name: 'request-followed-up',
    async show(page, desk) {
      await openList(page, desk, 'confirmed');
      await page.getByRole('link', { name: 'Camille Martin' }).first().click();
      const sent = page.getByRole('checkbox', { name: 'Convention envoyée' });
      if (!(await sent.isChecked())) await sent.click();
      await expect(sent).toBeChecked();
    },
  },
  {
    name: 'oldest-first',
    fitsLargeText: true,
    show: (page, { domain }) => openTab(page, `?filtre=all&ordre=anciennes&recherche=${domain}`, 'Demandes'),
  },
  {
    name: 'confirmed-to-tell',
    fitsLargeText: true,
    async show(page, desk) {
      await openList(page, desk, 'confirmed');
      await page.getByRole('link', { name: 'Inès Roy' }).first().click();
      await expect(page.getByRole('heading', { name: 'Prévenir Inès Roy' })).toBeVisible();
    },
  },
  {
    name: 'note-saved',
    fitsLargeText: true,
    async show(page, desk) {
      await openRequest(page, desk);
      await page.getByLabel(/^Note/).fill('Rappeler lundi matin.');
      await expect(page.getByText('Enregistré', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'message',
    fitsLargeText: true,
    async show(page, desk) {
      await openList(page, desk, 'messages');
      await page.getByRole('link', { name: 'Adèle Moreau' }).first().click();
      await expect(button(page, 'Marquer comme traité')).toBeVisible();
    },
  },
  {
    name: 'cancel-asked',
    hasDialog: true,
    async show(page, desk) {
      await openRequest(page, desk);
      await button(page, 'Annuler la réservation').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'confirm-asked',
    hasDialog: true,
    // The address of « Confirmer » in the mail of a new reservation.
    async show(page, { domain, dataDir }) {
      const find = 'select id from public.reservations where email = $1';
      const [request] = await runQuery<{ readonly id: string }>(find, [`long@${domain}`], dataDir);
      await page.goto(`/espace?demande=${request?.id}&action=confirmer`);
      const question = page.getByRole('dialog', { name: 'Confirmer cette réservation\u202f?' });
      await expect(question.getByRole('button', { name: /^Oui, confirmer/ })).toBeVisible();
    },
  },
  {
    name: 'conflict',
    hasDialog: true,
    logs: [/status of 409/],
    async show(page, desk) {
      await openRequest(page, desk);
      const change = "update public.reservations set note = concat(note, 'Rappeler lundi. ') where email = $1";
      await runQuery(change, [`long@${desk.domain}`], desk.dataDir);
      await button(page, /^Confirmer ces/).click();
      await expect(page.getByRole('dialog', { name: 'Cette demande a changé entre-temps' })).toBeVisible();
    },
  },
  {
    name: 'taken',
    hasDialog: true,
    logs: [/status of 409/],
    async show(page, desk) {
      await openRequest(page, desk);
      const day = { date: '2030-01-16', id: '1', name: 'Marie-Antoinette de La Rochefoucauld-Montmorency' };
      const details = JSON.stringify([day, { ...day, date: '2030-01-17', name: 'Léo Roy' }]);
      const refusal = { status: 409, json: { code: 'DAY_TAKEN', message: '', details, hint: null } };
      await page.route('**/rest/v1/rpc/owner_confirm', (route) => route.fulfill(refusal));
      await button(page, /^Confirmer ces/).click();
      await expect(page.getByRole('dialog', { name: 'Déjà confirmé' })).toBeVisible();
    },
  },
  {
    name: 'offline-with-old-data',
    fitsLargeText: true,
    logs: LOST,
    async show(page, desk) {
      await openRequest(page, desk);
      await goOffline(page);
      await expect(page.getByText('Hors connexion.')).toBeVisible();
    },
  },
  {
    name: 'offline-without-data',
    fitsLargeText: true,
    logs: LOST,
    async show(page) {
      await page.route('**/rest/v1/**', (route) => route.abort());
      await page.goto('/espace?vue=agenda');
      await expect(button(page, 'Réessayer').first()).toBeVisible();
    },
  },
];
