import { addOwner, codeFor, freeDays, storeRequests } from '../support/owner';
import { runQuery } from '../support/received';
import { expect, test } from './test';
import { button, field, heading, link } from './visitor';

test('an owner signs in, confirms a request and sees it confirmed after a reload', async ({ visitor, email }) => {
  const owner = `owner-${email}`;
  const domain = email.replace('visite-', 'd').replace('@', '.');
  await Promise.all([addOwner({ email: owner }), storeRequests(domain, 4)]);
  await freeDays(`long@${domain}`);
  await visitor.open(`/espace?recherche=${domain}`);
  await visitor.type(field('Votre e-mail'), owner);
  await visitor.click(button('Recevoir un code'));
  await visitor.focusIsOn(field('Code à huit chiffres'));
  await visitor.type(field('Code à huit chiffres'), await codeFor({ email: owner }));
  await visitor.click(button('Ouvrir mon espace'));
  await visitor.click(link(/^Marie-Antoinette/));
  await visitor.sees(heading('Dates demandées'));
  await visitor.click(button(/^Confirmer ces 3/));
  await visitor.seesNo(button(/^Confirmer ces 3/));
  await visitor.sees(button('Changer un jour'));
  await visitor.reload();
  await visitor.sees(button('Changer un jour'));
  const stored = 'select status from public.reservations where email = $1';
  expect(await runQuery(stored, [`long@${domain}`])).toEqual([{ status: 'confirmee' }]);
  await visitor.evaluate('localStorage.clear()');
});
