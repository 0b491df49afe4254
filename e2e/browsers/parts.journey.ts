import { logsOfFailedLoad } from '../support/faults';
import { REPOSITORY } from '../support/site';
import { release } from '../support/team';
import { button, heading, link } from './element-query';
import { expect, test } from './test';

const OLD = 'Réserver vos sessions';
const NEW = 'Réserver vos journées';
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
  await visitor.sees(heading(OLD));
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

test('a rollback of a remote reaches a visitor with the next click', async ({ visitor }) => {
  const second = process.env.E2E_SECOND_BOOKING ?? '';
  // Another engine's rollback holds the part.
  await release(REPOSITORY, dataDir, 'activate', second, '--resume', '--unchecked', '--why', 'a try');
  await visitor.openHydrated('/booking');
  await visitor.sees(heading(NEW));
  await visitor.openHydrated('/');
  await release(REPOSITORY, dataDir, 'rollback', 'booking', '--why', 'the old one was better');
  await visitor.click(link('Réserver ma date', 'main'));
  await visitor.sees(heading(OLD));
  expect(await visitor.reads(heading(NEW))).toBeNull();
});
