import { TABLES_PATH } from '@site/contract/addresses';
import { addDays, todayInParis } from '@site/contract/today';
import type { Locator, Page } from 'playwright-core';
import type { IdleClock } from './idle-clock';

const SUBMIT = ':is(button:not([type="button"], [type="reset"]), input[type="submit"]):enabled';

/** The shell sends these, whatever the form does. */
const LIVE_PAGES = `${TABLES_PATH}live_pages`;

/** Counted in idle milliseconds. */
export interface Timeouts {
  readonly liveMs: number;
  readonly buttonMs: number;
  readonly answerMs: number;
}

export interface WaitLimits extends Timeouts, Pick<IdleClock, 'after'> {
  readonly broken: Promise<false>;
}

/** Returns a problem as part of a sentence, or null when the page confirms the request. */
export async function sendForm(page: Page, form: Locator, limits: WaitLimits): Promise<string | null> {
  const { buttonMs, answerMs, broken, after } = limits;
  await fillForm(form, after);
  const before = await announcements(page);
  const calls: { readonly path: string; readonly status: number }[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith(TABLES_PATH) && path !== LIVE_PAGES) calls.push({ path, status: response.status() });
  });
  const button = form.locator(SUBMIT).first();
  // Pressed with the keyboard, because the cookie banner may cover the button.
  const pressed = button.press('Enter', { timeout: 0 }).then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([pressed, broken, after(buttonMs)]))) return 'its form has no button that sends it';
  const answered = page.waitForFunction(findAnswer, before, { timeout: 0 }).catch(() => false as const);
  const answer = await Promise.race([answered, broken, after(answerMs)]);
  const message = answer && (await answer.jsonValue());
  if (!message) return 'its form was sent and no message followed';
  if (message.role === 'alert') return `its form was refused: « ${message.text} »`;
  if (calls.length === 0) return 'its form shows a confirmation, but sent nothing';
  const failed = calls.find(({ status }) => status >= 300);
  return failed
    ? `its form shows a confirmation, but the backend refused the request (${failed.path}: ${failed.status})`
    : null;
}

const LIVE_REGIONS = '[role="status"], [role="alert"]';

const announcements = (page: Page) =>
  page.locator(LIVE_REGIONS).evaluateAll((regions) => regions.map((region) => region.textContent?.trim() ?? ''));

/** Runs in the page. Accessible forms put their message into a live region. */
function findAnswer(before: readonly string[]) {
  const regions = [...document.querySelectorAll('[role="alert"], [role="status"]')];
  const confirmation = regions.find(
    (region) => region.textContent?.trim() && !before.includes(region.textContent.trim()),
  );
  return confirmation
    ? { role: confirmation.getAttribute('role'), text: confirmation.textContent?.trim() ?? '' }
    : null;
}

const CALENDAR_MS = 5000;

/** Nobody receives mail at example.com. */
export const FORM_EMAIL = 'controle@example.com';

/** Valid values by input type. The phone number is reserved for fiction. */
const EXAMPLES: Readonly<Record<string, string>> = {
  email: FORM_EMAIL,
  tel: '06 39 98 00 00',
  url: 'https://example.com/',
  number: '1',
  date: addDays(todayInParis(), 1),
};
const TEXT = 'Camille Martin';

async function fillForm(form: Locator, after: IdleClock['after']): Promise<void> {
  for (const opener of await form.locator('button[aria-expanded="false"]').all()) await chooseDay(form, opener, after);
  for (const control of await form.locator('input, textarea, select').filter({ visible: true }).all()) {
    await fillControl(control);
  }
}

async function fillControl(control: Locator) {
  const { tag, type, isRequired, isInert } = await control.evaluate((element) => {
    const field = element as HTMLInputElement;
    const { tagName, type, disabled, readOnly, required } = field;
    const isRequired = required || field.getAttribute('aria-required') === 'true';
    return { tag: tagName, type, isRequired, isInert: disabled || readOnly };
  });
  if (isInert || ['submit', 'button', 'reset', 'hidden', 'file'].includes(type)) return;
  if (type === 'checkbox' || type === 'radio') {
    if (isRequired) await control.setChecked(true);
    return;
  }
  if (tag === 'SELECT') {
    const value = await control.locator('option:not([value=""]):enabled').first().getAttribute('value');
    if (isRequired && value) await control.selectOption(value);
    return;
  }
  await control.fill(EXAMPLES[type] ?? TEXT);
}

async function chooseDay(form: Locator, opener: Locator, after: IdleClock['after']) {
  await opener.press('Enter');
  const day = form.page().locator('[role="gridcell"]:not([aria-disabled="true"])').first();
  const opened = day.waitFor({ timeout: 0 }).then(
    () => true,
    () => false,
  );
  if (!(await Promise.race([opened, after(CALENDAR_MS)]))) return;
  await day.press('Enter');
  await form.page().keyboard.press('Escape');
}
