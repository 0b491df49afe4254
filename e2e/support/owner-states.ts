import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { runQuery } from './database';
import { askForCode, enterCode } from './owner';

interface Desk {
  /** The e-mail domain of the stored requests. */
  readonly domain: string;
  readonly dataDir?: string;
}

interface OwnerState {
  readonly name: string;
  /** Needs a signed-in browser, unless `isSignedOut`. */
  readonly show: (page: Page, desk: Desk) => Promise<unknown>;
  readonly isSignedOut?: boolean;
  /** The dialog only covers the viewport. */
  readonly hasDialog?: boolean;
  readonly logs?: readonly RegExp[];
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function openTab(page: Page, query: string, title: string) {
  await page.goto(`/espace${query}`);
  await expect(heading(page, title)).toBeVisible();
  await expect(page.getByText('Chargement…')).toHaveCount(0);
}

const openList = (page: Page, { domain }: Desk, filter = 'all') =>
  openTab(page, `?filtre=${filter}&recherche=${domain}`, 'Demandes');

async function openRequest(page: Page, desk: Desk) {
  await openList(page, desk, 'todo');
  await page.getByRole('link', { name: /^Marie-Antoinette/ }).click();
  await expect(button(page, /^Confirmer ces/)).toBeVisible();
}

/** Makes calls fail as without a connection, and triggers the request that follows a focus. */
async function goOffline(page: Page) {
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

const HEALTH_FACTS = ['E-mails en attente', 'Base de données', 'Dernière sauvegarde', 'Place libre sur le disque'];
const LOST = [/ERR_FAILED/, /Failed to fetch/];
const newAddress = () => `${randomUUID()}@exemple.fr`;

const signedOut: readonly OwnerState[] = [
  {
    name: 'signed-out',
    isSignedOut: true,
    async show(page) {
      await page.goto('/espace');
      await expect(page.getByLabel('Votre e-mail')).toBeVisible();
    },
  },
  {
    name: 'code-sent',
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

const requests: readonly OwnerState[] = [
  { name: 'list', show: (page, desk) => openList(page, desk, 'todo') },
  { name: 'empty', show: (page) => openTab(page, '?filtre=cancelled&recherche=personne-de-ce-nom', 'Demandes') },
  {
    name: 'many',
    async show(page, desk) {
      await openList(page, desk);
      await expect(button(page, 'Afficher la suite')).toBeVisible();
    },
  },
  {
    name: 'choosing',
    async show(page, desk) {
      await openList(page, desk, 'messages');
      await button(page, 'Choisir plusieurs demandes').click();
      await page.getByRole('checkbox').first().check();
    },
  },
  { name: 'to-verify', show: (page, desk) => openList(page, desk, 'verify') },
  {
    name: 'request-to-verify',
    show: async (page, desk) => {
      await openList(page, desk, 'verify');
      await page.getByRole('link', { name: 'Dominique Petit' }).first().click();
      await expect(button(page, 'C’est une vraie demande')).toBeVisible();
    },
  },
  { name: 'request', show: openRequest },
  {
    name: 'message',
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
    logs: LOST,
    async show(page, desk) {
      await openRequest(page, desk);
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

const tabs: readonly OwnerState[] = [
  { name: 'days', show: (page) => openTab(page, '?vue=jours', 'Jours') },
  // This log only occurs on a site that does not offer the calendar's address.
  { name: 'agenda', logs: [/status of 404.*owner_feed/], show: (page) => openTab(page, '?vue=agenda', 'Agenda') },
  { name: 'parts-and-to-do', show: (page) => openTab(page, '?vue=site', 'Site') },
  {
    name: 'settings',
    async show(page) {
      await openTab(page, '?vue=reglages', 'Réglages');
      const health = page.getByRole('region', { name: 'État du site' });
      for (const fact of HEALTH_FACTS) await expect(health.getByText(fact)).toBeVisible();
    },
  },
  {
    name: 'retention-held',
    async show(page) {
      await page.route('**/rest/v1/rpc/owner_health', async (route) => {
        const response = await route.fetch();
        const retention = { requests: 12, total: 40, resumesAt: '2030-01-16T09:00:00Z' };
        await route.fulfill({ response, json: { ...(await response.json()), retention } });
      });
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

export const OWNER_STATES: readonly OwnerState[] = [...signedOut, ...requests, ...tabs, expired];
