import { CONTACT, inFrench, parisDay, SEND, VISITOR } from '../support/forms';
import { readInbox } from '../support/received';
import { NOTICES } from '../support/specification';
import { expect, test } from './test';
import { button, type ElementQuery, field, heading, link } from './visitor';

const MESSAGE = 'Bonjour, à quelle heure commence la journée ? Où êtes-vous ?';
const SOON = parisDay(3);
const dates = button(/^(Choisir des dates|\d+ date\(s\) sélectionnée\(s\))$/);
const notice = (words: string): ElementQuery => ({ role: 'listitem', words });
const title: ElementQuery = { role: 'heading', name: /automatis/i };

test('a message is typed, sent, announced and stored', async ({ visitor, email }) => {
  await visitor.openHydrated('/');
  await visitor.click(link('Envoyer un message', 'main'));
  await visitor.sees(heading('Contactez-nous'));
  await visitor.type(field('Prénom'), CONTACT.Prénom);
  await visitor.type(field('Nom'), CONTACT.Nom);
  await visitor.type(field('E-mail'), email);
  await visitor.type(field('Téléphone'), CONTACT.Téléphone);
  await visitor.type(field('Votre message'), MESSAGE);
  await visitor.click(button('Envoyer', 'main'));
  await visitor.sees(notice(NOTICES.contactSent));
  await visitor.pointAway();
  await visitor.isAt('/');
  expect(await readInbox(email)).toMatchObject([{ kind: 'contact', message: MESSAGE }]);
});

test('two dates are booked with the keyboard alone', async ({ visitor, email }) => {
  await visitor.openHydrated('/');
  await visitor.tabTo(link('Réserver ma date'));
  await visitor.press('Enter');
  await visitor.sees(heading('Réserver vos sessions'));
  await visitor.tabTo(dates);
  await visitor.press('Enter');
  await visitor.sees({ role: 'gridcell' });
  await visitor.tabTo({ role: 'gridcell' });
  await visitor.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  await visitor.sees(button(`Retirer le ${inFrench(SOON)}`));
  await visitor.press('ArrowDown', 'Enter');
  await visitor.sees(button(`Retirer le ${inFrench(parisDay(10))}`));
  await visitor.press('Escape');
  await visitor.seesNo({ role: 'gridcell' });
  await visitor.focusIsOn(dates);
  await visitor.tabTo(field('Nom complet'));
  await visitor.typeAtFocus(VISITOR);
  await visitor.tabTo(field('E-mail'));
  await visitor.typeAtFocus(email);
  await visitor.tabTo(button(SEND));
  await visitor.press('Enter');
  await visitor.sees(notice(NOTICES.bookingSent));
  await visitor.isAt('/');
  await visitor.sees(title);
  expect(await readInbox(email)).toMatchObject([{ name: VISITOR, dates: [SOON, parisDay(10)] }]);
});
