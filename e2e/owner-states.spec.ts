import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { TrainingYear } from '@site/contract/training-year';
import { tabThrough } from './support/keyboard';
import { askForCode, enterCode, signInAs, storeRequests } from './support/owner';
import { button, changeAnswer, DAY_STATES, type OwnerState, openTab, REQUEST_STATES } from './support/owner-views';
import { brokenRules, brokenWords, expectFits, smallTargets } from './support/page-faults';
import { expectGoodFrench } from './support/page-text';
import { DESKTOP, NARROWEST, PHONE, setTextSize, TABLET } from './support/screens';
import { expect, test } from './support/test';
import { isLongTier } from './support/tier';

const HEALTH_FACTS = ['E-mails en attente', 'Base de données', 'Dernière sauvegarde', 'Place libre sur le disque'];
const HELD = {
  id: randomUUID(),
  name: 'Marie-Antoinette de La Rochefoucauld-Montmorency',
  isAgefice: false,
  payerName: null,
  priceCents: 123_456,
  followedCents: null,
  agreedCents: null,
  dayCents: null,
  paidOn: null,
  depositCents: null,
  daysBefore: 0,
  allDays: 1,
  kept: null,
  isUnsigned: false,
  vat: null,
  agreedTexts: null,
  address: null,
  payerAddress: null,
  siren: null,
};
/** Sums with every gap, and means. */
const YEAR = {
  reservations: [
    { ...HELD, payer: null, status: null, days: ['2026-01-12'], confirmedDays: ['2026-01-12'] },
    {
      ...HELD,
      id: randomUUID(),
      payer: 'agefice',
      status: 'jobseeker',
      days: ['2026-02-12'],
      confirmedDays: ['2026-02-12'],
    },
  ],
  forfeits: [],
  feedback: { count: 12, means: { objectives: 4.75, content: 4.5, trainer: 5, organisation: 3.2, overall: 4.67 } },
} satisfies Partial<TrainingYear>;
const newAddress = () => `${randomUUID()}@exemple.fr`;

const signedOut: readonly OwnerState[] = [
  {
    name: 'signed-out',
    async show(page) {
      await page.goto('/espace');
      await expect(page.getByLabel('Votre e-mail')).toBeVisible();
    },
  },
  { name: 'code-sent', show: (page) => askForCode(page, newAddress()) },
  {
    name: 'wrong-code',
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
    name: 'site',
    async show(page) {
      await showHeld(page);
      await expect(page.getByText(/^Mises à jour suspendues depuis le .*, par le site lui-même$/)).toBeVisible();
      await expect(page.getByText(/^Mises à jour suspendues depuis le .*, par Camille Martin$/)).toBeVisible();
      await page.getByText('Voir les chiffres en tableau').click();
      await expect(page.getByRole('table', { name: 'Chiffres des douze derniers mois' })).toBeVisible();
    },
  },
  {
    name: 'settings',
    async show(page) {
      await changeAnswer(page, 'owner_health', {
        mails: { waiting: 2, givenUp: 1, failed: 3, oldestAt: null },
        retention: { requests: 12, total: 40, resumesAt: '2030-01-16T09:00:00Z' },
      });
      await openTab(page, '?vue=reglages', 'Réglages');
      const health = page.getByRole('region', { name: 'État du site' });
      for (const fact of HEALTH_FACTS) await expect(health.getByText(fact)).toBeVisible();
      await expect(button(page, 'Réessayer maintenant')).toBeVisible();
      await expect(button(page, /12 demandes/)).toBeVisible();
    },
  },
  { name: 'facts', show: (page) => openTab(page, '?vue=textes', 'Vos textes') },
  {
    name: 'facts-refused',
    async show(page) {
      await openSubject(page, 'Prix et paiement');
      const price = page.getByRole('textbox', { name: 'Prix de la formule standard' });
      await price.fill('0');
      // The error of a field that is left would push the button away while it is pressed.
      await button(page, /^Annuler la saisie/).click();
      await expect(price).toHaveValue(/^[1-9]/);
      await price.fill('0');
      await button(page, /^Publier$/).click();
      await expect(page.getByRole('group', { name: 'À corriger avant de publier' })).toBeFocused();
      await setTextSize(page, '200%');
      await tabThrough(page);
      await setTextSize(page, '');
    },
  },
  {
    name: 'facts-rows',
    async show(page) {
      await openSubject(page, 'Témoignages');
      await button(page, 'Ajouter un témoignage').click();
      await openSubject(page, 'Journée et outils');
      for (const row of ['une étape', 'un outil']) await button(page, `Ajouter ${row}`).click();
    },
  },
  {
    name: 'facts-photo',
    async show(page) {
      await openSubject(page, 'Formateur');
      await choosePhoto(page);
    },
  },
  {
    name: 'year',
    async show(page) {
      await changeAnswer(page, 'owner_training_year', YEAR);
      await openTab(page, '?vue=bilan', 'Bilan de l’année');
      await expect(page.getByRole('table', { name: 'Cadre C – Origine des produits' })).toBeVisible();
    },
  },
];

/** Starts from the list of subjects, or from another subject. */
async function openSubject(page: Page, title: string) {
  const back = page.getByRole('link', { name: 'Tous vos textes' });
  if (await back.isVisible()) await back.click();
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
}

const PLACE = '44.8378 N, 0.5792 W';

/** A JPEG as of a camera that was turned: its EXIF data have the orientation 6, and where it was taken. */
function withCamera(jpeg: Buffer): Buffer {
  const orientation = Buffer.from('49492a00080000000100120103000100000006000000', 'hex');
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), orientation, Buffer.alloc(4), Buffer.from(PLACE)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)]);
}

async function choosePhoto(page: Page) {
  const jpeg = await page.screenshot({ type: 'jpeg', scale: 'css', clip: { x: 0, y: 0, width: 200, height: 100 } });
  const sent = page.waitForRequest('**/release/v1/pictures');
  const buffer = withCamera(jpeg);
  await page.getByLabel('Photo du formateur').setInputFiles({ name: 'ada.jpg', mimeType: 'image/jpeg', buffer });
  const uploaded = (await sent).postDataBuffer();
  expect.soft([uploaded?.subarray(0, 3).toString('hex'), uploaded?.includes(PLACE)]).toEqual(['ffd8ff', false]);
  const canvas = page.getByRole('img', { name: 'Nouvelle photo, à publier' }).locator('canvas');
  const sides = await canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height]);
  expect.soft(sides, 'the picture is upright').toEqual([100, 200]);
}

/** The visit that begins without a session. */
const SIGNING_IN = 'signing in';

/** The states of each visit, in their order: some go on from the state before. */
const OWNER_STATES: Readonly<Record<string, readonly OwnerState[]>> = {
  [SIGNING_IN]: signedOut,
  'the requests': REQUEST_STATES,
  'the other views': [...DAY_STATES, ...tabs],
};

/** More than one page of the list. */
const REQUESTS = 60;
/** The minimum size of a touch target on iOS. */
const TAP_PX = 44;

test.use({ viewport: PHONE.viewport });

for (const [visit, states] of Object.entries(OWNER_STATES)) {
  test(`${visit}: every state of the owner’s space is good French, can be tapped, and fits a phone, text of double size and a desktop`, async ({
    page,
    context,
    problems,
  }) => {
    const domain = `${randomUUID()}.exemple.fr`;
    if (visit !== SIGNING_IN) {
      await Promise.all([signInAs(context, { email: `owner@${domain}` }), storeRequests(domain, REQUESTS)]);
    }
    for (const { name, show, logs = [] } of states) {
      problems.tolerate(...logs);
      await test.step(name, async () => {
        await show(page, { domain });
        // The tabs stay in place: they may cover a part of a button that is scrolled under them.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        await expectGoodFrench(page);
        expect.soft(await smallTargets(page, TAP_PX)).toEqual([]);
        await expectFits(page, PHONE.viewport);
        if (isLongTier) expect.soft(await brokenRules(page)).toEqual([]);
        await setTextSize(page, '200%');
        for (const size of [NARROWEST, PHONE.viewport, TABLET]) {
          await page.setViewportSize(size);
          await expectFits(page, size);
          expect.soft(await brokenWords(page, 'h1, nav, [role="grid"]')).toEqual([]);
        }
        await setTextSize(page, '');
        await page.setViewportSize(DESKTOP.viewport);
        await expectFits(page, DESKTOP.viewport);
        await page.setViewportSize(PHONE.viewport);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    }
  });
}
