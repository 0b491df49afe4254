import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { button, fill, openSpace } from '../../tests/support/open-space';
import { download } from '../view/download';

jest.mock('../view/download');

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

const table = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('the year shows its sums by the lines of the form, what they lack, and the means of the questionnaires', async () => {
  const { user } = await openSpace({ query: '?vue=bilan' });
  expect(await table('Cadre C – Origine des produits')).toEqual([
    ['Cadre et ligne', 'Euros HT'],
    ['C-9. De contrats conclus avec des personnes à titre individuel et à leurs frais', '320\u00a0€'],
    ['Non précisé', '199\u00a0€'],
    ['C. Total des produits (lignes\u00a01 à 11)', '519\u00a0€'],
  ]);
  expect(await table('Cadre F – Stagiaires et heures suivies')).toEqual([
    ['Cadre et ligne', 'Stagiaires', 'Heures'],
    ['F-1-e. Autres stagiaires (indépendants)', '1', '7\u00a0h'],
    ['Non précisé', '1', '8\u00a0h'],
    ['F-1. Total\u00a0(1), dont à distance', '2', '15\u00a0h'],
    ['F-3-d. Autres formations professionnelles, et total\u00a0(3)', '2', '15\u00a0h'],
    ['F-4. Spécialité de la formation, et total\u00a0(4)', '2', '15\u00a0h'],
  ]);
  expect(screen.getByText('2 stagiaires · 15 h · 519 € HT')).toBeVisible();
  expect(screen.getByText('Dont 519 € HT pas encore notés comme réglés (2 réservations).')).toBeVisible();
  const forfeits = within(screen.getByRole('region', { name: 'Dédits\u00a0: 99,50\u00a0€' }));
  expect(forfeits.getByRole('link', { name: /Claude Roy.*, pas encore notés comme réglés$/ })).toBeVisible();
  const [lackingTitle, ...others] = screen.getAllByRole('heading', { level: 3 });
  expect(lackingTitle).toHaveAccessibleName('À compléter');
  expect(others[0]).toHaveAccessibleName('Cadre C – Origine des produits');
  expect(screen.getByText('Cadre E, personnes de votre organisme : 8 h de formation données.')).toBeVisible();
  expect(screen.getByText('Satisfaction générale').nextElementSibling).toHaveTextContent('4,67');
  expect(screen.getByText(/^Les heures d’une journée ne sont pas notées : elles comptent comme prévu/)).toBeVisible();
  expect(await axe(document.body)).toHaveProperty('violations', []);
  const lacking = within(screen.getByRole('region', { name: 'À compléter' }));
  expect(lacking.getByText(/qui paie, statut du stagiaire, heures tenues/)).toBeVisible();
  await user.click(lacking.getByRole('link', { name: 'Dominique Petit' }));
  expect(await screen.findByRole('heading', { name: 'Dossier de la journée' })).toBeInTheDocument();
});

test('sums are exported by the lines of the form, each with what its frame asks for, and reservations with numbers that a spreadsheet adds', async () => {
  const { user } = await openSpace({ query: '?vue=bilan' });
  await user.click(await button('Exporter les totaux (CSV)'));
  await user.click(await button('Exporter une ligne par réservation (CSV)'));
  const [sums, rows] = jest.mocked(download).mock.calls.map(([file]) => file);
  expect(sums?.name).toBe('bilan-2026-totaux.csv');
  expect(sums?.text).toContain('à titre individuel et à leurs frais;;;320\r\n');
  expect(sums?.text).toContain(
    '\r\nDédits, hors du cadre C;;;99,5\r\nE. Personnes de votre organisme, heures de formation données;;8;\r\n',
  );
  expect(sums?.text).toContain('\r\nF-1-e. Autres stagiaires (indépendants);1;7;\r\n');
  expect(rows?.text).toContain('\r\nDominique Petit;');
  expect(rows?.text).toContain(';Réglée le;Reste à régler HT;À compléter\r\n');
  expect(rows?.text).toMatch(/^Camille Martin;.*;320;AGEFICE;;Indépendants;;320;/m);
});

test('the report of a year that is over can be marked as filed, and that of this year cannot', async () => {
  const { user, api } = await openSpace({ query: '?vue=bilan' });
  expect(await screen.findByText(/^L’année n’est pas finie/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Noter comme déposé' })).toBeNull();
  fill(screen.getByLabelText('Année'), '2025');
  await user.click(await button('Noter comme déposé'));
  expect(await screen.findByText('Il est noté comme déposé.')).toBeVisible();
  expect(api.calls).toContainEqual(['owner_report_year', { year: 2025, filed: true }]);
  await user.click(await button('Retirer cette note'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Noter comme déposé' })).toBeVisible());
});

test('the address of a reminder opens the year that is to be filed, and one of a year that has no sums the current one', async () => {
  await openSpace({ query: '?vue=bilan&annee=2025' });
  expect(await button('Noter comme déposé')).toBeVisible();
  expect(screen.getByLabelText('Année')).toHaveValue('2025');
  cleanup();
  await openSpace({ query: '?vue=bilan&annee=2019' });
  expect(await screen.findByText(/^L’année n’est pas finie/)).toBeVisible();
  expect(screen.getByLabelText('Année')).toHaveValue('2026');
});
