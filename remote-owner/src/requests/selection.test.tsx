import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, openSpace, press } from '../../tests/support/open-space';
import { CallError } from '../api/answer';
import { exampleMessage, exampleRequest, exampleRequests } from '../testing/example-requests';

const [reservation, message] = exampleRequests;

/** Opens the list and chooses both requests that are to be handled. */
async function chooseBoth() {
  const opened = await openSpace();
  await press(await button('Choisir plusieurs demandes'));
  expect(await button('Indésirables')).toBeDisabled();
  for (const name of ['Camille Martin', 'Alex Roy']) {
    await press(screen.getByLabelText(`${name}, choisir cette demande`));
  }
  return opened;
}

test('several requests become spam after their count was confirmed', async () => {
  const { api } = await chooseBoth();
  expect(screen.getByText('2 choisies')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  await press(await button('Indésirables'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^2 demandes iront dans les indésirables/)).toBeInTheDocument();
  expect(api.requests().some(({ isSpam }) => isSpam)).toBe(false);
  await press(dialog.getByRole('button', { name: 'Marquer comme indésirables' }));
  expect(await screen.findByText(/Rien à traiter/)).toBeInTheDocument();
  expect(api.calls).toContainEqual(['owner_spam', { ids: [reservation?.id, message?.id], expected: 2 }]);
});

test('of several requests the messages are marked as handled, and the dialog says why the others are not', async () => {
  const { api, notices } = await chooseBoth();
  await press(await button('Traitées'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Marquer comme traités\u202f?' }));
  expect(dialog.getByText('Un message sera traité.')).toBeInTheDocument();
  expect(dialog.getByText(/une réservation se confirme ou s’annule dans sa page/)).toBeInTheDocument();
  await press(dialog.getByRole('button', { name: 'Marquer comme traités' }));
  expect(await button('Choisir plusieurs demandes')).toBeInTheDocument();
  expect(api.requests().map(({ handledAt }) => handledAt !== null)).toEqual([false, true, false]);
  expect(notices).toEqual(['Un message est traité.']);
});

test.each([
  ['a message', exampleMessage(7)],
  ['a new reservation', exampleRequest(7)],
])('%s becomes spam in its own view, which offers to take it out again', async (_, row) => {
  const { api, notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  await press(await button('Marquer comme indésirable'));
  expect(await button('Sortir des indésirables')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Marquer comme indésirable' })).toBeNull();
  expect(api.requests()[0]?.isSpam).toBe(true);
  expect(notices).toEqual(['La demande est dans les indésirables. Elle n’est pas effacée.']);
});

test('a reservation that was confirmed cannot become spam', async () => {
  const row = exampleRequest(7, { status: 'confirmee', confirmedDates: ['2026-12-07'] });
  await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  expect(await button('Annuler la réservation')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Marquer comme indésirable' })).toBeNull();
});

test('a refusal says in a sentence why the action is not possible', async () => {
  const row = exampleRequest(7);
  const { api, notices } = await openSpace({ query: `?demande=${row.id}`, requests: [row] });
  const confirm = await button(/^Confirmer ces/);
  for (const reason of ['other-day', 'of-a-later-release']) {
    api.failWith(new CallError('impossible', reason));
    await press(confirm);
  }
  expect(notices).toEqual([
    'Ce jour ne fait plus partie de cette réservation.',
    'Ce n’est plus possible\u00a0: cette demande a changé entre-temps.',
  ]);
});
