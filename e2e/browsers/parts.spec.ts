import { INDEX_ELEMENT_ID as INDEX } from '@site/contract/page-data';
import { publishAltered } from '@site/release-dev/tests/packed-server';
import { logsOfFailedLoad } from '../support/form-states';
import { REPOSITORY } from '../support/site';
import { readIndex } from '../support/specification';
import { release } from '../support/team';
import { expect, test } from './test';
import { button, heading, link } from './visitor';

const TITLE = 'Réserver vos sessions';
const dataDir = process.env.E2E_DATA_DIR ?? '';

test('a remote that cannot be reached stays readable, and works again after a retry', async ({
  visitor,
  site,
  problems,
}) => {
  problems.tolerate(...logsOfFailedLoad('booking'));
  site.cut(/^\/r\/booking\/.*\.js/);
  await visitor.open('/booking');
  await visitor.sees(button('Réessayer', 'main'));
  await visitor.sees(heading(TITLE));
  await visitor.sees(link(/^0\d( \d\d){4}$|^\+33/, 'main'));
  await visitor.click(link('Nous écrire', 'contentinfo'));
  await visitor.sees(heading('Contactez-nous'));
  await visitor.seesNo(button('Réessayer', 'main'));
  await visitor.back();
  await visitor.sees(button('Réessayer', 'main'));
  site.cut(null);
  await visitor.click(button('Réessayer', 'main'));
  await visitor.sees(button('Choisir des dates'));
  await visitor.seesNo(button('Réessayer', 'main'));
});

test('a rollback of a remote reaches a visitor with the next click', async ({ visitor, baseURL, request, engine }) => {
  const { remotes } = await readIndex(request);
  const { id } = await publishAltered({ origin: baseURL ?? '', dataDir, name: 'booking', ending: engine });
  // Another engine's rollback holds the part.
  await release(REPOSITORY, dataDir, 'activate', `booking@${id}`, '--resume', '--unchecked', '--why', 'a try');
  const activeId = () =>
    visitor.evaluate('return JSON.parse(document.getElementById(arguments[0]).textContent).remotes.booking.id', INDEX);
  await visitor.openHydrated('/');
  expect(await activeId()).toBe(id);
  await release(REPOSITORY, dataDir, 'rollback', 'booking', '--why', 'the old one was better');
  await visitor.click(link('Réserver ma date', 'main'));
  await visitor.sees(heading(TITLE));
  await visitor.until('the page has the earlier release', async () => (await activeId()) === remotes.booking?.id);
});
