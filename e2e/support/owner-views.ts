import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { parisDay } from './forms';
import { runQuery } from './received';

interface Desk {
  /** The e-mail domain of the stored requests. */
  readonly domain: string;
  readonly dataDir?: string;
}

export interface OwnerState {
  readonly name: string;
  readonly show: (page: Page, desk: Desk) => Promise<unknown>;
  readonly logs?: readonly RegExp[];
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export async function openTab(page: Page, query: string, title: string) {
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

/**
 * Texts of printed papers that move to the next page as a whole, and can leave more than a quarter of a page empty. The
 * last clause may: it stays with the signatures.
 */
async function partsThatLeaveGaps(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: 'print' });
  const parts = await page.evaluate(() => {
    const [PX_PER_MM, QUARTER_MM] = [96 / 25.4, 67];
    return [...document.querySelectorAll('[data-paper] :has(p, dl, li)')]
      .filter((part) => getComputedStyle(part).breakInside === 'avoid' && !/signature$/.test(part.textContent))
      .filter((part) => part.getBoundingClientRect().height > QUARTER_MM * PX_PER_MM)
      .map(({ textContent }) => textContent.slice(0, 60));
  });
  await page.emulateMedia({ media: null });
  return parts;
}

/** Makes calls fail as without a connection, and triggers the request that follows a focus. */
async function goOffline(page: Page) {
  await page.route('**/rest/v1/**', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Changes what the site answers to a call. */
export const changeAnswer = (page: Page, name: string, changes: object) =>
  page.route(`**/rest/v1/rpc/${name}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

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
      const near = { kind: 'deadline', isUrgent: false, due: '2027-04-30' };
      await answerToday(page, {
        concerns: [
          { kind: 'unsent', isUrgent: false, count: 2, oldestAt: at, lastError },
          { kind: 'part', isUrgent: true, remote: 'booking', release: '1.0.0-a', count: 9, pages: 20, lastAt: at },
          { kind: 'backup', isUrgent: false, failure: 'full', failedSince: at, lastAt: null },
          { ...near, step: 'kept', request: randomUUID(), name: 'Marie-Antoinette de La Rochefoucauld' },
          { ...near, step: 'payable', request: randomUUID(), name: 'Marie-Antoinette de La Rochefoucauld' },
          { ...near, step: 'report', request: null, name: null },
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

const LOST = [/ERR_FAILED/, /Failed to fetch/];

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
      const paid = page.getByRole('checkbox', { name: 'Réglée' });
      if (!(await paid.isChecked())) await paid.click();
      await expect(paid).toBeChecked();
    },
  },
  {
    name: 'day-file',
    async show(page) {
      await page.getByRole('link', { name: 'Dossier de la journée' }).click();
      await page.getByText('Stagiaire et paiement', { exact: true }).click();
      await page.getByLabel('Qui paie').selectOption('company');
      await page.getByLabel('SIREN du stagiaire').fill('123');
      const form = page.getByRole('form', { name: 'Stagiaire et paiement' });
      await form.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(page.getByRole('group', { name: 'À corriger avant d’enregistrer' })).toBeVisible();
    },
  },
  {
    name: 'paper',
    async show(page) {
      await page.getByRole('link', { name: 'Feuille d’émargement et relevé de connexion' }).click();
      await expect(button(page, 'Imprimer ou enregistrer en PDF')).toBeVisible();
    },
  },
  {
    name: 'all-papers',
    async show(page) {
      await page.getByRole('link', { name: 'Retour au dossier' }).click();
      await page.getByRole('link', { name: /^(?:Tout imprimer|Envoyer ces? )/ }).click();
      for (const summary of await page.locator('details:not([open]) > summary').all()) await summary.click();
      await page.getByRole('checkbox', { name: 'Devis' }).check();
      await expect(page.getByRole('article')).not.toHaveCount(0);
      expect(await partsThatLeaveGaps(page)).toEqual([]);
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
