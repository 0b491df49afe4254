import { expect, type Page, type Route } from '@playwright/test';
import { MANAGE_PATH } from '@site/contract/addresses';
import {
  answerStored,
  chooseOtherDay,
  dateButton,
  FORMS,
  fillBooking,
  LONG_EMAIL,
  LONG_NAME,
  LOST_CALL,
  loseCalls,
  openHydrated,
  parisDay,
  pickDay,
  sendBooking,
  sendContact,
  sendFilled,
  stay,
  tabToDays,
} from './forms';
import { DESKTOP, PHONE } from './screens';
import { CONTACT_MESSAGES, NOTICES } from './specification';

export interface State {
  /** The remote that it shows, if any: `pnpm test:changed` leaves the state out when nothing reaches this remote. */
  readonly remote?: string;
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
  /** Names a page that is only opened. */
  readonly path?: string;
  /** Exact sentences and names of controls of the specification, each the whole text of an element. */
  readonly texts?: readonly string[];
  readonly words?: readonly string[];
  /** Console messages to tolerate. */
  readonly logs?: readonly RegExp[];
}

/** @param words part of the notice's text */
export const notice = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Fermer' }), hasText: words });

export const footerLink = (page: Page, path: string) => page.getByRole('contentinfo').locator(`a[href="${path}"]`);

export const consentBanner = (page: Page) =>
  page.getByRole('region').filter({ has: page.getByRole('link', { name: 'Personnaliser' }) });

export const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

/** A time that changes with each page load, but not with a client-side navigation. */
export const loadedAt = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** Waits for a page load. @param since an earlier result of `loadedAt` */
export const waitForPageLoad = (page: Page, since: number) =>
  page.waitForFunction((before) => performance.timeOrigin !== before, since);

/** Answers with the script and a further statement, so that its hash does not match. */
export async function tamper(route: Route) {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()};document.title = 'Tampered';` });
}

interface Releases {
  readonly remote: string;
  /** All releases of the remote by default. */
  readonly id?: string;
}

/** Applies a fault to the scripts of a remote's releases; pictures and styles still load. */
export async function failRemote(page: Page, { remote, id = '*' }: Releases, fault: (route: Route) => Promise<void>) {
  await page.route(`**/r/${remote}/${id}/*.js*`, fault);
}

/** Ends all faults, except for requests that are already being answered. */
export const restoreRemote = (page: Page) => page.unrouteAll({ behavior: 'ignoreErrors' });

/** The console's messages about a remote that cannot be loaded. */
export const logsOfFailedLoad = (remote: string) => [new RegExp(`/r/${remote}/`), /The page \/\S* could not be loaded/];

const MAX_DATES = 31;

async function showWithoutBooking(page: Page, go: (page: Page) => Promise<unknown>) {
  await failRemote(page, { remote: 'booking' }, (route) => route.abort());
  await go(page);
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
}

/** Controls of the recap, at its beginning, that a notice covers. */
const controlsUnderNotices = (page: Page) =>
  page.getByRole('group', { name: 'Ce que vous avez envoyé' }).evaluate((recap) => {
    recap.scrollIntoView({ block: 'start', behavior: 'instant' });
    const isInNotice = (at: Element | null) => at?.closest('[data-notices]');
    const isCovered = (control: Element) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return isInNotice(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const controls = [...recap.querySelectorAll('a, button')].filter((control) => !isInNotice(control));
    return controls.filter(isCovered).map(({ textContent }) => textContent);
  });

export const bookingStates: readonly State[] = [
  {
    name: 'calendar-open',
    texts: ['2 date(s) sélectionnée(s)'],
    async show(page) {
      await openHydrated(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.getByRole('gridcell').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'dates-chosen-too-near-for-funding',
    async show(page) {
      await openHydrated(page, '/booking');
      for (const day of [2, 5]) await pickDay(page, parisDay(day));
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox').check();
    },
  },
  {
    name: 'all-dates-and-a-long-name',
    async show(page) {
      await openHydrated(page, '/booking');
      await dateButton(page).click();
      await tabToDays(page);
      for (let day = 0; day < MAX_DATES; day += 1) {
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
      }
      await page.keyboard.press('Escape');
      await expect(dateButton(page)).toHaveText(`${MAX_DATES} date(s) sélectionnée(s)`);
      await fillBooking(page, LONG_EMAIL);
      await page.getByRole('textbox', { name: 'Nom complet' }).fill(LONG_NAME);
    },
  },
  {
    name: 'booking-refused',
    texts: NOTICES.noDate,
    async show(page) {
      await openHydrated(page, '/booking');
      await sendBooking(page);
      await expect(notice(page, NOTICES.noDate[1])).toBeVisible();
    },
  },
  {
    name: 'booking-failed',
    texts: NOTICES.bookingFailed,
    logs: LOST_CALL,
    async show(page) {
      await page.setViewportSize(PHONE.viewport);
      await sendFilled(page, FORMS.booking, loseCalls);
      await expect(notice(page, FORMS.booking.failed)).toBeVisible();
      const message = page.getByRole('main').getByRole('alert');
      const [own, shown] = [await message.boundingBox(), await notice(page, FORMS.booking.failed).boundingBox()];
      expect((own?.y ?? Number.NaN) + (own?.height ?? 0), 'the message is above the notice').toBeLessThan(
        shown?.y ?? 0,
      );
      await page.setViewportSize(DESKTOP.viewport);
    },
  },
  {
    name: 'booking-sent',
    texts: [NOTICES.bookingSent],
    words: [NOTICES.withoutFunding],
    async show(page) {
      await page.setViewportSize(PHONE.viewport);
      await sendFilled(page, FORMS.booking, answerStored);
      await expect(notice(page, NOTICES.bookingSent)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Rester ici' })).toBeInViewport({ ratio: 1 });
      await stay(page);
      expect(await controlsUnderNotices(page), 'notices cover no control of the recap').toEqual([]);
      const shown = await notice(page, NOTICES.bookingSent).boundingBox();
      expect(shown?.height, 'the notice has at most a third of a phone').toBeLessThan(PHONE.viewport.height / 3);
      await page.setViewportSize(DESKTOP.viewport);
    },
  },
  {
    name: 'booking-readable-only',
    logs: logsOfFailedLoad('booking'),
    show: (page) => showWithoutBooking(page, (at) => at.goto('/booking')),
  },
  {
    name: 'booking-absent',
    logs: logsOfFailedLoad('booking'),
    show: (page) =>
      showWithoutBooking(page, async (at) => {
        await openHydrated(at, '/contact');
        await footerLink(at, '/booking').click();
      }),
  },
];

export const contactStates: readonly State[] = [
  {
    name: 'contact-errors',
    texts: CONTACT_MESSAGES,
    async show(page) {
      await openHydrated(page, '/contact');
      await sendContact(page);
      await expect(page.getByRole('group', { name: /À corriger/ })).toBeFocused();
    },
  },
  {
    name: 'contact-sent',
    texts: [NOTICES.contactSent],
    words: [NOTICES.withoutFunding],
    async show(page) {
      await sendFilled(page, FORMS.contact, answerStored);
      await notice(page, NOTICES.contactSent).hover();
      await stay(page);
    },
  },
];

const unchanged = {
  declined: false,
  wasConfirmed: false,
  replacedBy: null,
  insteadOf: null,
  askedFor: null,
  inAgreement: true,
  calledOff: false,
};

const confirmed = {
  status: 'confirmee',
  version: 3,
  wasConfirmed: true,
  isAgefice: true,
  dayCents: 32_000,
  priceCents: null,
  mayWithdraw: true,
  givenUp: [],
  dropped: [],
  replaced: [],
  videoLink: `https://visio.example/${'salle'.repeat(12)}`,
  days: [
    { ...unchanged, date: parisDay(4), confirmed: true, uid: 'a1' },
    { ...unchanged, date: parisDay(9), confirmed: false, uid: 'a2' },
  ],
};

const file = {
  version: 1,
  given: ['siren', 'payer'],
  payer: 'company',
  isClosed: false,
  mayAnswer: false,
  hasAnswered: false,
};

/** Opens a link; `request` and the day's file are answered in place of the backend. */
async function openLink(page: Page, request: typeof confirmed, own: typeof file | null = null) {
  await page.route('**/rest/v1/rpc/manage_*', (route) => route.fulfill({ json: request }));
  await page.route('**/rest/v1/rpc/manage_day_file', (route) => route.fulfill({ json: own }));
  await openHydrated(page, `${MANAGE_PATH}#${'e'.repeat(43)}`);
  await expect(page, 'the secret is taken out of the address').toHaveURL(MANAGE_PATH);
}

export const manageStates: readonly State[] = [
  {
    name: 'request-without-link',
    async show(page) {
      await openHydrated(page, MANAGE_PATH);
      await expect(page.getByText('Aucune demande n’est ouverte ici')).toBeVisible();
    },
  },
  {
    name: 'request-other-day',
    async show(page) {
      await openLink(page, confirmed);
      await chooseOtherDay(page, parisDay(12));
      await expect(page.getByRole('button', { name: 'Demander ce jour' })).toBeVisible();
    },
  },
  {
    name: 'request-cancel-asked',
    async show(page) {
      await openLink(page, confirmed);
      await page.getByRole('button', { name: 'Annuler ma réservation' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'request-count-chosen',
    async show(page) {
      const days = confirmed.days.map((day) => ({ ...day, confirmed: false }));
      await openLink(page, { ...confirmed, status: 'nouvelle', days });
      await page.getByRole('radio', { name: /^Une journée à chacune/ }).check();
      await expect(page.getByRole('button', { name: 'Enregistrer ma réponse' })).toBeVisible();
    },
  },
  {
    name: 'request-day-cancel-asked',
    async show(page) {
      await openLink(page, { ...confirmed, status: 'nouvelle' });
      await page
        .getByRole('button', { name: /^Annuler ce jour/ })
        .last()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'request-facts',
    async show(page) {
      await openLink(page, confirmed, file);
      await page.getByRole('button', { name: 'Compléter mon dossier' }).click();
      await page.getByLabel('Qui paie la formation').selectOption('company');
      await page.getByLabel('SIREN de l’entreprise').fill('123 456 789');
      await page.getByRole('button', { name: 'Enregistrer mes informations' }).click();
      await expect(page.getByRole('group', { name: 'À corriger' })).toBeFocused();
    },
  },
  {
    name: 'request-questionnaire',
    async show(page) {
      const held = { ...confirmed, days: [{ ...unchanged, date: parisDay(-1), confirmed: true, uid: 'a1' }] };
      await openLink(page, held, { ...file, mayAnswer: true, isClosed: true });
      await page.getByRole('radio', { name: '4' }).first().check();
      await page.getByRole('button', { name: 'Envoyer mes réponses' }).click();
      await expect(page.getByText('Il manque 4\u00a0notes.')).toBeVisible();
    },
  },
  {
    name: 'request-cancelled',
    async show(page) {
      await openLink(page, { ...confirmed, status: 'annulee' });
      await expect(page.getByRole('heading', { name: 'Votre réservation est annulée' })).toBeVisible();
    },
  },
];
