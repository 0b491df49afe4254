import { publishHostile } from '../support/hostile-release';
import { readInbox } from '../support/received';
import { readIndex } from '../support/specification';
import { expect, test } from './test';
import { button, field, link } from './visitor';

const BADGE = { role: 'region', name: 'Aperçu d’une version' } as const;

test('a preview is named, works, lasts through links and is left', async ({ visitor, request }) => {
  const { remotes } = await readIndex(request);
  const id = remotes.contact?.id;
  await visitor.openHydrated(`/contact?release=contact@${id}`);
  await visitor.sees({ ...BADGE, words: `contact ${id}` });
  const { backend } = JSON.parse(
    `${await visitor.evaluate('return document.getElementById("site-data").textContent')}`,
  );
  const days = '/rest/v1/rpc/closed_days?first=2030-01-01&last=2030-01-31';
  const status = 'return fetch(arguments[0], { headers: { apikey: arguments[1] } }).then(({ status }) => status)';
  expect(await visitor.evaluate(status, days, backend.anonKey)).toBe(200);
  await visitor.type(field('Nom'), 'Martin');
  expect(await visitor.reads(field('Nom'))).toBe('Martin');
  await visitor.click(link(/mentions légales/i, 'contentinfo'));
  await visitor.sees({ role: 'heading', name: /mentions légales/i });
  await visitor.sees(BADGE);
  expect(await visitor.evaluate('return location.search')).toBe(`?release=contact%40${id}`);
  await visitor.click(button('Quitter l’aperçu'));
  await visitor.seesNo(BADGE);
  await visitor.isAt('/mentions-legales');
});

// The rows of docs/decisions/014.
test('a grant that may only publish reaches nothing with its release, as a preview or as a file', async ({
  visitor,
  baseURL,
  email,
  problems,
}) => {
  problems.tolerate(/./);
  const hostile = await publishHostile({ origin: baseURL ?? '', email });
  await visitor.open('/mentions-legales');
  await visitor.evaluate('localStorage.setItem("espace-session", "secret")');

  await visitor.open(hostile.preview);
  const root = 'document.documentElement.dataset.outcomes';
  await visitor.until('its code has tried everything', () => visitor.evaluate(`return ${root} !== undefined`));
  const reached = JSON.parse(`${await visitor.evaluate(`return ${root}`)}`);
  expect(reached).toEqual(Object.fromEntries(Object.keys(reached).map((attempt) => [attempt, 'refused'])));

  for (const file of hostile.files) {
    await visitor.open(file);
    expect(await visitor.evaluate('return [document.title, self.origin]')).toEqual([
      expect.not.stringMatching(/ran/),
      'null',
    ]);
    await visitor.isAt(file);
  }
  expect(await readInbox(email)).toEqual([]);
  await visitor.open('/mentions-legales');
  expect(await visitor.evaluate('return localStorage.getItem("espace-session")')).toBe('secret');
  await visitor.evaluate('localStorage.clear()');
});
