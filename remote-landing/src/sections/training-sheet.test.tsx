import type { Training } from '@site/contract/host';
import { exampleSite, renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { TrainingSheet } from './training-sheet';

const untold: Training = {
  updatedOn: '',
  taxLine: '',
  accessTime: '',
  methods: '',
  assessment: '',
  disability: '',
  bonuses: [],
};

function show(training: Partial<Training> = {}) {
  renderInHost(<TrainingSheet site={{ ...exampleSite, training: { ...exampleSite.training, ...training } }} />);
}

/** The text beside a label. */
const entry = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;

it.each([
  ['Public', 'Agents immobiliers indépendants et mandataires'],
  ['Prérequis', 'Aucune connaissance en programmation'],
  ['Objectifs', 'Créer une séquence de relance'],
  ['Objectifs', 'Connecter l’arrivée d’un contact'],
  ['Objectifs', 'Tester les trois automatisations'],
  ['Durée', '8 heures, en une journée, à distance'],
  ['Délais d’accès', 'programmable dans la semaine en cours'],
  ['Délais d’accès', '15 jours après l’envoi du dossier complet'],
  ['Tarifs', 'Formule standard : 199 € TTC'],
  ['Tarifs', 'Formule financée : 320 € TTC'],
  ['Délais d’accès', exampleSite.training.accessTime],
  ['Méthodes mobilisées', exampleSite.training.methods],
  ['Modalités d’évaluation', exampleSite.training.assessment],
  ['Accessibilité aux personnes handicapées', exampleSite.training.disability],
])('says under « %s »: %s', (label, text) => {
  show();
  expect(entry(label)).toHaveTextContent(text);
});

it('shows the date of its last change', () => {
  show({ updatedOn: '2026-11-01' });
  expect(screen.getByText(/Mise à jour/)).toHaveTextContent('Mise à jour : dimanche 1er novembre 2026');
});

it('marks missing facts as to be completed', () => {
  show(untold);
  for (const label of ['Méthodes mobilisées', 'Modalités d’évaluation', 'Accessibilité aux personnes handicapées'])
    expect(entry(label)).toHaveTextContent(/^\[À compléter\]$/);
  expect(screen.getByText(/Mise à jour/)).toHaveTextContent('Mise à jour : [À compléter]');
});

it('adds the tax line to the prices if there is one', () => {
  show({ taxLine: 'TVA incluse' });
  expect(entry('Tarifs')).toHaveTextContent('TVA incluse');
});

it('links to the owner’s e-mail and telephone', () => {
  show();
  expect(screen.getByRole('link', { name: exampleSite.email })).toHaveAttribute('href', `mailto:${exampleSite.email}`);
  expect(screen.getByRole('link', { name: exampleSite.phone })).toHaveAttribute('href', 'tel:+33639980000');
});
