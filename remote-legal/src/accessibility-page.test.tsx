import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Page } from './accessibility-page';

const show = () => renderInHost(<Page host={fakeHost()} />);
const part = (name: string) => screen.getByRole('region', { name });

test('the accessibility page has its sections in order, from the goal to the contact', () => {
  show();
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Notre objectif',
    'Ce qui a été vérifié',
    'Ce qui ne l’a pas été',
    'Signaler un obstacle',
    'Faire une réclamation',
  ]);
});

test('the accessibility page aims at RGAA 4.1 AA without claiming to reach it', () => {
  show();
  expect(part('Notre objectif')).toHaveTextContent(/niveau AA .* \(RGAA 4\.1\)/);
  expect(part('Notre objectif')).toHaveTextContent('Aucun audit ne l’a encore mesuré');
  expect(document.body).not.toHaveTextContent(/\d\s?%/);
});

test('the accessibility page states what was checked, with which tools and when, and who has not tested the site yet', () => {
  show();
  const checked = part('Ce qui a été vérifié');
  expect(checked).toHaveTextContent(/axe .* WCAG 2\.2/);
  expect(checked).toHaveTextContent('Chromium');
  expect(checked).toHaveTextContent('au clavier seul');
  expect(within(checked).getByRole('time')).toHaveAttribute('datetime', '2026-11-21');
  const unchecked = part('Ce qui ne l’a pas été');
  expect(unchecked).toHaveTextContent('Aucun audit n’a été mené par un tiers');
  expect(unchecked).toHaveTextContent(/Aucune personne qui utilise chaque jour une technologie d’assistance/);
});

test('the accessibility page links to e-mail, telephone and form for reports of obstacles', () => {
  show();
  const report = within(part('Signaler un obstacle'));
  expect(report.getByRole('link', { name: exampleSite.email })).toHaveAttribute('href', `mailto:${exampleSite.email}`);
  expect(report.getByRole('link', { name: exampleSite.phone })).toHaveAttribute('href', 'tel:+33639980000');
  expect(report.getByRole('link', { name: /formulaire de contact/ })).toHaveAttribute('href', '/contact');
});

test('the accessibility page marks missing contact details as to be completed', () => {
  renderInHost(<Page host={fakeHost({ site: { ...exampleSite, email: '', phone: '' } })} />);
  const report = part('Signaler un obstacle');
  expect(within(report).getAllByText(/\[À compléter\]$/)).toHaveLength(2);
});

test('the accessibility page links to the Défenseur des droits and home', () => {
  show();
  const complaint = within(part('Faire une réclamation'));
  expect(complaint.getByRole('link', { name: 'formulaire du Défenseur des droits' })).toHaveAttribute(
    'href',
    'https://formulaire.defenseurdesdroits.fr/',
  );
  expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/');
});
