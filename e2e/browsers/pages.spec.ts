import { NOT_FOUND, PATHS, UNKNOWN_PATH, UNKNOWN_PATH_LOGGED } from '../support/specification';
import { expect, test } from './test';
import { heading, link } from './visitor';

const TITLES: Readonly<Record<string, RegExp>> = {
  '/booking': /^Réserver vos sessions$/,
  '/contact': /^Contactez-nous$/,
  '/agefice': /^Demande de prise en charge/,
};

for (const path of PATHS) {
  test(`${path} opens and becomes interactive without an error`, async ({ visitor }) => {
    await visitor.openHydrated(path);
    await visitor.sees({ role: 'heading' });
    expect(await visitor.evaluate('return document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
}

test('an unknown path shows the 404 page', async ({ visitor, problems }) => {
  problems.expect(...UNKNOWN_PATH_LOGGED);
  await visitor.openHydrated(UNKNOWN_PATH);
  await visitor.sees({ role: 'main', words: NOT_FOUND[1] });
});

test('links and Back navigate without a page load', async ({ visitor }) => {
  await visitor.openHydrated('/');
  const loadedAt = () => visitor.evaluate('return performance.timeOrigin');
  const start = await loadedAt();
  for (const [name, path] of [
    ['Réserver ma date', '/booking'],
    ['Envoyer un message', '/contact'],
    ['Voir la procédure détaillée', '/agefice'],
  ] as const) {
    await visitor.click(link(name, 'main'));
    await visitor.isAt(path);
    await visitor.sees(heading(TITLES[path] ?? ''));
    await visitor.back();
    await visitor.isAt('/');
    await visitor.sees(link(name, 'main'));
  }
  expect(await loadedAt()).toBe(start);
});

test('the header’s button scrolls to the call to action of the home page', async ({ visitor }) => {
  await visitor.openHydrated('/contact');
  await visitor.click(link('Réserver ma session', 'banner'));
  await visitor.isAt('/#cta');
  await visitor.until('the call to action is in sight', () => visitor.evaluate(IS_IN_SIGHT));
});

const IS_IN_SIGHT = `const { top = -1 } = document.getElementById('cta')?.getBoundingClientRect() ?? {};
return top >= 0 && top < innerHeight;`;
