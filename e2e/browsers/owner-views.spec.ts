import type { APIRequestContext } from '@playwright/test';
import { LONG_NAME } from '../support/forms';
import { openSession, storeRequests } from '../support/owner';
import { expect, test } from './test';
import { button, type ElementQuery, field, heading, link, type Visitor } from './visitor';

const status = (words: string): ElementQuery => ({ role: 'status', words });
const MAX_STOPS = 40;

/** One for all tests of an engine: to sign in starts a program. */
let session: Promise<string> | undefined;

async function openSpace(visitor: Visitor, request: APIRequestContext, path: string) {
  session ??= openSession(request, { email: `owner-${Date.now()}@exemple.org` });
  const given = await session;
  await visitor.open('/mentions-legales');
  await visitor.evaluate('localStorage.setItem("espace-session", arguments[0])', given);
  await visitor.open(path);
}

test.afterEach(async ({ visitor, site }) => {
  site.cut(null);
  // The open space would call with the session that is removed.
  await visitor.open('/mentions-legales');
  await visitor.evaluate('localStorage.clear()');
});

test('« Vos textes »: a subject is opened by keyboard, and a text is seen in its page before it is published', async ({
  visitor,
  request,
}) => {
  await openSpace(visitor, request, '/espace?vue=textes');
  await visitor.sees(heading('Vos textes'));
  await visitor.sees(link(/^Coordonnées/));
  const isOnSubject = () => visitor.evaluate('return document.activeElement.textContent.startsWith("Coordonnées")');
  for (let stop = 0; stop < MAX_STOPS && !(await isOnSubject()); stop += 1) await visitor.press('Tab');
  await visitor.press('Enter');
  await visitor.type(field('Délai de réponse'), ' et demi');
  await visitor.sees(status('1\u00a0à publier'));
  await visitor.click(button('Aperçu'));
  await visitor.sees(link('Contact', 'main'));
  const address = await visitor.evaluate(
    'return [...document.querySelectorAll("main a")].find((a) => a.textContent === "Contact").getAttribute("href")',
  );
  await visitor.open(String(address));
  await visitor.until('the page shows the text', () =>
    visitor.evaluate('return document.body.textContent.includes("et demi")'),
  );
  await visitor.open('/contact');
  expect(await visitor.evaluate('return document.body.textContent.includes("et demi")')).toBe(false);
});

test('the settings offer notifications where the browser has them, and say so where it has none', async ({
  visitor,
  request,
}) => {
  await openSpace(visitor, request, '/espace?vue=reglages');
  await visitor.sees(heading('Notifications'));
  const hasPush = await visitor.evaluate(
    'return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window',
  );
  const isDenied = hasPush && (await visitor.evaluate('return Notification.permission === "denied"'));
  if (hasPush && !isDenied) await visitor.sees(button('Recevoir une notification sur cet appareil'));
  else
    await visitor.sees(
      status(hasPush ? 'Les notifications de ce site sont bloquées' : 'ne peut pas recevoir de notifications'),
    );
});

test('without network, the space shows the last requests as old and takes no action', async ({
  visitor,
  request,
  problems,
  site,
}) => {
  problems.tolerate(/./);
  await storeRequests('sans-reseau.exemple.fr', 8);
  await openSpace(visitor, request, '/espace?filtre=all');
  await visitor.sees(link(new RegExp(`^${LONG_NAME}`)));
  await visitor.until('the answers are kept', () =>
    visitor.evaluate('return /"all"/.test(localStorage.getItem("espace-kept") ?? "")'),
  );
  // Without a service worker, as in a WebKit that stores nothing, the page itself needs the network.
  const hasWorker = await visitor.evaluate(
    'return "serviceWorker" in navigator && navigator.serviceWorker.controller !== null',
  );
  site.cut(hasWorker ? /./ : /^\/(rest|auth|release)\//);
  await visitor.reload();
  await visitor.sees(status('sans connexion'));
  await visitor.click(link(new RegExp(`^${LONG_NAME}`)));
  await visitor.sees(link(/^Appeler/));
  await visitor.until('the confirmation is disabled', () =>
    visitor.evaluate(
      'return [...document.querySelectorAll("button")].find((b) => b.textContent.startsWith("Confirmer"))?.disabled === true',
    ),
  );
});
