import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { openSpace } from '../../tests/support/open-space';

test('the figures of twelve months are drawn with a description, and each number is in a table', async () => {
  const { user } = await openSpace({ query: '?vue=site' });
  expect(
    await screen.findByRole('img', { name: 'Demandes\u00a0: 16 en tout, 12 au plus, en novembre 2026.' }),
  ).toBeInTheDocument();
  expect(screen.getByText(/^25 % des demandes avec financement AGEFICE \(4 sur 16\)\./)).toBeInTheDocument();
  expect(screen.getByText(/3 jours confirmés à venir\.$/)).toBeInTheDocument();
  await user.click(screen.getByText('Voir les chiffres en tableau'));
  const table = screen.getByRole('table', { name: 'Chiffres des douze derniers mois' });
  const rows = within(table).getAllByRole('row');
  expect(rows).toHaveLength(13);
  const texts = rows.slice(0, 3).map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(texts).toEqual([
    ['Mois', 'Demandes', 'Jours confirmés', 'Pages vues'],
    ['novembre 2026', '12', '5', '1\u202f840'],
    ['octobre 2026', '4', '1', '920'],
  ]);
  expect(await axe(document.body)).toHaveProperty('violations', []);
});
