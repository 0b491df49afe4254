import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INDEX_ELEMENT_ID, jsonElement, jsonTextOf, SITE_ELEMENT_ID } from '@site/contract/page-data';
import { publishFolder } from '@site/release-dev/tests/packed-server';
import { BUILDERS, BUILT_NAMES, buildElsewhere, ISLAND_PART, previewOf } from './interoperation/build';
import { dateButton, fillBooking, openHydrated, parisDay, pickDay, VISITOR } from './support/forms';
import { expect, test } from './support/test';

// Built once, for the tests of this file.
test.describe.configure({ mode: 'default' });

let folder: string;

test.beforeAll(async () => {
  folder = await buildElsewhere();
  const { E2E_DATA_DIR = '' } = process.env;
  for (const name of BUILT_NAMES) await publishFolder(E2E_DATA_DIR, name, join(folder, name));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A sentence of React that no other package has: who loads it has a second React. */
const REACT = 'React.Children.only expected';

for (const [name, builder] of Object.entries(BUILDERS) as [keyof typeof BUILDERS, string][]) {
  test(`a part built by ${builder} is hydrated, keeps its state in the shell’s React, and its error is told`, async ({
    page,
    problems,
  }) => {
    problems.expect(new RegExp(`The page /${name} threw on render`));
    problems.tolerate(/It counts no further/);
    const copies: string[] = [];
    page.on('response', async (response) => {
      const isOwn = response.url().includes(`/r/${name}/`);
      if (isOwn && (await response.text()).includes(REACT)) copies.push(response.url());
    });
    await openHydrated(page, previewOf(name));
    const button = page.getByRole('button', { name: /^Compter/ });
    await button.click();
    await button.click();
    await expect(button).toHaveText('Compter : 2');
    expect(copies).toEqual([]);
    await button.click();
    await expect(page.getByRole('main').getByRole('button', { name: 'Réessayer' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Une page d’un autre atelier');
    await expect(page.getByRole('banner')).toBeVisible();
  });
}

test('a part with a React 18 of its own is rendered by the composer, hydrated, left and opened again, and fails alone', async ({
  page,
  problems,
}) => {
  problems.expect(/The page \/island threw on render/);
  problems.tolerate(/It counts no further/);
  const composed = await (await page.request.get(previewOf(ISLAND_PART))).text();
  expect(composed).toContain('React 18.3.1');
  await openHydrated(page, previewOf(ISLAND_PART));
  const title = page.getByRole('heading', { level: 1 });
  await title.evaluate((node) => node.setAttribute('data-composed', ''));
  const button = page.getByRole('button', { name: /^Compter/ });
  await button.click();
  await expect(button).toHaveText('Compter : 1');
  await expect(title).toHaveAttribute('data-composed');

  await page.getByRole('contentinfo').getByRole('link', { name: 'Nous écrire' }).click();
  await expect(title).toHaveText('Contactez-nous');
  await page.goBack();
  await expect(button).toHaveText('Compter : 0');
  for (let click = 0; click < 3; click += 1) await button.click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a host of @module-federation/enhanced shows the booking, with its own React and a form that keeps its state', async ({
  page,
  request,
  email,
}) => {
  const composed = await (await request.get('/booking')).text();
  const data = [SITE_ELEMENT_ID, INDEX_ELEMENT_ID].map((id) =>
    jsonElement(id, JSON.parse(jsonTextOf(id).exec(composed)?.[0] ?? '')),
  );
  const body = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Ailleurs</title><body>${data.join('')}<script src="/ailleurs/host.js"></script>`;
  await page.route('**/ailleurs/*.*', (route) =>
    route.fulfill({ path: join(folder, 'host', new URL(route.request().url()).pathname.replace('/ailleurs/', '')) }),
  );
  await page.route('**/ailleurs/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/ailleurs/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Réserver vos sessions');
  await fillBooking(page, email);
  await pickDay(page, parisDay(4));
  await expect(dateButton(page)).toHaveText('1 date(s) sélectionnée(s)');
  await expect(page.getByRole('textbox', { name: 'Nom complet' })).toHaveValue(VISITOR);
});
