import type { Locator } from 'playwright-core';

const CALENDAR_MS = 10_000;
const DAY_MS = 86_400_000;

/** Valid values by input type. The phone number is reserved for fiction, and nobody receives mail at example.com. */
const EXAMPLES: Readonly<Record<string, string>> = {
  email: 'controle@example.com',
  tel: '06 39 98 00 00',
  url: 'https://example.com/',
  number: '1',
  date: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
};
const TEXT = 'Camille Martin';

/** Fills text fields, ticks required boxes, chooses required options and takes the first free day of a calendar. */
export async function fillForm(form: Locator): Promise<void> {
  for (const opener of await form.locator('button[aria-expanded="false"]').all()) await chooseDay(form, opener);
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

async function chooseDay(form: Locator, opener: Locator) {
  await opener.press('Enter');
  const day = form.page().locator('[role="gridcell"]:not([aria-disabled="true"])').first();
  const isCalendar = await day.waitFor({ timeout: CALENDAR_MS }).then(
    () => true,
    () => false,
  );
  if (!isCalendar) return;
  await day.press('Enter');
  await form.page().keyboard.press('Escape');
}
