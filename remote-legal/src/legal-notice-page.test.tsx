import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Page } from './legal-notice-page';

const scrollTo = jest.fn();

beforeEach(() => {
  scrollTo.mockReset();
  jest.spyOn(window, 'scrollTo').mockImplementation(scrollTo);
});

it('has every section of a legal notice', () => {
  renderInHost(<Page host={fakeHost()} />);
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Éditeur du site',
    'Hébergement',
    'Propriété intellectuelle',
    'Données personnelles',
    'Cookies',
    'Limitation de responsabilité',
    'Droit applicable',
    'Dernière mise à jour',
  ]);
});

it('starts at its top and links home', () => {
  renderInHost(<Page host={fakeHost()} />);
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
});

it('links to the cookie policy', () => {
  renderInHost(<Page host={fakeHost()} />);
  const link = screen.getByRole('link', { name: 'Lire la politique de cookies' });
  expect(link).toHaveAttribute('href', '/politique-de-cookies');
});

it('shows the owner’s facts and marks missing ones as to be completed', () => {
  const publisher = { ...exampleSite.publisher, siren: '' };
  const hosting = { name: 'Hébergeur Exemple', address: '', phone: '' };
  renderInHost(<Page host={fakeHost({ site: { ...exampleSite, publisher, hosting } })} />);
  const published = screen.getByRole('region', { name: 'Éditeur du site' });
  expect(factsIn(published)).toMatchObject({ Nom: exampleSite.publisher.name, SIREN: '[À compléter]' });
  expect(factsIn(screen.getByRole('region', { name: 'Hébergement' }))).toEqual({
    Hébergeur: 'Hébergeur Exemple',
    Adresse: '[À compléter]',
    Téléphone: '[À compléter]',
  });
});

it('names who is responsible for personal data, and where to complain', () => {
  renderInHost(<Page host={fakeHost()} />);
  const data = screen.getByRole('region', { name: 'Données personnelles' });
  expect(data).toHaveTextContent(`Responsable du traitement : ${exampleSite.publisher.name}.`);
  expect(data).toHaveTextContent(`écrivez à ${exampleSite.email}.`);
  expect(within(data).getByRole('link', { name: 'CNIL' })).toHaveAttribute('href', 'https://www.cnil.fr/fr/plaintes');
});

it('has every part of a data notice', () => {
  renderInHost(<Page host={fakeHost()} />);
  const data = screen.getByRole('region', { name: 'Données personnelles' });
  const topics = within(data).getAllByRole('heading', { level: 3 });
  expect(topics.map((topic) => topic.textContent)).toEqual([
    'Qui en répond',
    'Quelles données',
    'Pourquoi, et sur quelle base',
    'Les documents de votre dossier de financement',
    'Qui les reçoit',
    'Transferts hors de l’Union européenne',
    'Combien de temps',
    'Vos droits',
  ]);
});

it.each([
  ['the time a request is kept', /trois ans après votre dernier échange/],
  [
    'from which event that time is counted',
    /votre dernier message, de votre dernière réservation et du dernier jour réservé/,
  ],
  ['how long backups are kept', /Les sauvegardes.*\sun mois au plus/],
  ['what becomes of erased data in a backup', /sauvegarde devait être rétablie, nous l’effacerions de nouveau/],
  ['that a browser may have to compute before it sends', /votre navigateur peut avoir à faire un court calcul/],
  ['the time a network address leaves its print', /empreinte de votre adresse réseau.*un jour/],
  ['which fields have to be filled', /signalés par le mot «\sobligatoire\s»/],
  ['that identity and bank papers come by e-mail alone', /qu’à l’étape 2 .* par e-mail seulement/],
  ['that the fund is among those who receive', /Votre fonds de formation, si vous demandez une prise en charge/],
])('says %s', (_, words) => {
  renderInHost(<Page host={fakeHost()} />);
  expect(screen.getByRole('region', { name: 'Données personnelles' })).toHaveTextContent(words);
});

it('marks a missing data controller as to be completed', () => {
  const publisher = { ...exampleSite.publisher, name: '' };
  renderInHost(<Page host={fakeHost({ site: { ...exampleSite, publisher } })} />);
  expect(screen.getByText(/^Responsable du traitement/)).toHaveTextContent('[À compléter].');
});

function factsIn(section: HTMLElement) {
  const labels = within(section).getAllByRole('term');
  const values = within(section).getAllByRole('definition');
  return Object.fromEntries(labels.map((label, index) => [label.textContent, values[index]?.textContent]));
}
