import { logsOfFailedLoad } from '../support/form-states';
import { test } from './test';
import { button, heading, link } from './visitor';

const TITLE = 'Réserver vos sessions';

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
  await visitor.sees(link(/^0\d(\s\d\d){4}$|^\+33/, 'main'));
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
