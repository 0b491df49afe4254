import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, enterCode, fill, openSpace } from '../../tests/support/open-space';
import { exampleRequests } from '../testing/example-requests';

const [reservation, , confirmed] = exampleRequests;
const fromMail = (id = reservation?.id) => `?demande=${id}&action=confirmer`;
const question = () => screen.findByRole('dialog', { name: 'Confirmer cette réservation\u202f?' });

test('the button of a mail opens a dialog, and confirms nothing by itself', async () => {
  const { user, api } = await openSpace({ query: fromMail() });
  const dialog = within(await question());
  expect(dialog.getByText('mardi 8 décembre 2026')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  expect(api.calls.map(([name]) => name)).not.toContain('owner_confirm');
  await user.click(dialog.getByRole('button', { name: 'Oui, confirmer ces 2\u00a0jours' }));
  expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
  expect(window.location.search).toBe(`?demande=${reservation?.id}`);
});

test('postponing closes the dialog, and a reload does not open it again', async () => {
  const { user, api } = await openSpace({ query: fromMail() });
  await user.click(within(await question()).getByRole('button', { name: 'Pas maintenant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.search).toBe(`?demande=${reservation?.id}`);
  expect(api.calls.map(([name]) => name)).not.toContain('owner_confirm');
});

test('the button of a mail opens no dialog when the reservation is already confirmed', async () => {
  await openSpace({ query: fromMail(confirmed?.id) });
  expect(await screen.findByText('Confirmée', { selector: 'span' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(window.location.search).toBe(`?demande=${confirmed?.id}`);
});

test('the dialog still opens after a sign-in', async () => {
  const { user } = await openSpace({ query: fromMail(), state: 'signed-out' });
  fill(screen.getByLabelText('Votre e-mail'), 'ada@exemple.fr');
  await user.click(await button('Recevoir un code'));
  await enterCode();
  expect(await question()).toBeInTheDocument();
});

test.each([
  [false, /Aucun e-mail ne part/],
  [true, /Un e-mail le confirme à cette personne/],
])('the dialog states whether confirming sends a mail (%s)', async (tellsVisitor, sentence) => {
  await openSpace({ query: fromMail(), tellsVisitor });
  expect(within(await question()).getByText(sentence)).toBeInTheDocument();
});

test('a note and the dialog state that a cancellation sends a mail', async () => {
  const { user } = await openSpace({ query: `?demande=${reservation?.id}`, tellsVisitor: true });
  expect(await screen.findByText(/Confirmer ou annuler envoie un e-mail/)).toBeInTheDocument();
  await user.click(await button('Annuler la réservation'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Annuler cette réservation\u202f?' }));
  expect(dialog.getByText(/Un e-mail l’annonce à cette personne/)).toBeInTheDocument();
});
