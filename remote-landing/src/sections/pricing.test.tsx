import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Pricing } from './pricing';

const plan = (name: string) => screen.getByRole('article', { name });

it('lists the contents of the standard plan', () => {
  renderInHost(<Pricing host={fakeHost()} />);
  const standard = plan('Formule standard');
  expect(within(standard).getByText('199 €')).toHaveTextContent('199 € TTC');
  expect(
    within(standard)
      .getAllByRole('listitem')
      .map((item) => item.textContent?.replace(/\s/g, ' ')),
  ).toEqual([
    '1 journée à distance, seul avec le formateur',
    '8 heures de formation',
    '3 automatisations construites en direct',
    '5 bonus prêts à l’emploi',
    'Programmable dans la semaine en cours',
  ]);
});

it('states the refund’s exact condition and where to request it', () => {
  renderInHost(<Pricing host={fakeHost()} />);
  expect(plan('Formule standard')).toHaveTextContent(
    `Si, à la fin de la journée, trois automatisations ne sont pas installées et fonctionnelles, vous êtes remboursé. Écrivez à ${exampleSite.email}.`,
  );
});

it('marks a missing address as to be completed', () => {
  renderInHost(<Pricing host={fakeHost({ site: { ...exampleSite, email: '' } })} />);
  expect(plan('Formule standard')).toHaveTextContent('Écrivez à [À compléter].');
});

it('never mentions full funding without its condition', () => {
  renderInHost(<Pricing host={fakeHost()} />);
  const funded = plan('Formule financée');
  expect(within(funded).getByText('320 €')).toHaveTextContent('320 € TTC');
  expect(screen.getAllByText(/100 %/).map((line) => line.textContent?.replace(/\s/g, ' '))).toEqual([
    'Prise en charge possible jusqu’à 100 % du coût, selon les critères et plafonds de votre fonds et sous réserve de son accord',
  ]);
});

it.each([
  'Financements possibles : AGEFICE, OPCO, FIF-PL, CFP',
  'Montage et suivi du dossier inclus',
  /^Délai de remboursement allongé/,
  'Formation programmée 15 jours après l’envoi du dossier complet',
])('says of the funded plan: %s', (line) => {
  renderInHost(<Pricing host={fakeHost()} />);
  expect(within(plan('Formule financée')).getByText(line)).toBeVisible();
});

it('summarises the offer in one line', () => {
  renderInHost(<Pricing host={fakeHost()} />);
  expect(screen.getByText('8 h de formation individuelle, 3 automatisations, 199 € TTC')).toBeVisible();
});

it('shows the tax line under both prices', () => {
  const taxLine = 'TVA incluse au taux de 20 %';
  renderInHost(
    <Pricing host={fakeHost({ site: { ...exampleSite, training: { ...exampleSite.training, taxLine } } })} />,
  );
  for (const name of ['Formule standard', 'Formule financée'])
    expect(within(plan(name)).getByText(taxLine)).toBeVisible();
});
