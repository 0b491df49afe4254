import type { Site } from '@site/contract/host';
import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { Page } from './funding-page';

const show = (facts: Partial<Site> = {}) =>
  renderInHost(<Page host={fakeHost({ site: { ...exampleSite, ...facts } })} />);

const steps = () => screen.getByRole('region', { name: 'Les étapes' });

test('the funding guide has exactly the title of the specification, whose dash cannot start a line', () => {
  show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Demande de prise en charge – Étapes à suivre');
  const { className } = screen.getByText('charge –');
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules] as CSSStyleRule[]);
  const own = rules.find(({ selectorText }) => selectorText === `.${className}`);
  expect(own?.style.getPropertyValue('white-space')).toBe('nowrap');
});

test('the funding guide shows the four steps, whose order visitors are asked to follow', () => {
  show();
  const titles = within(steps()).getAllByRole('heading', { level: 3 });
  expect(titles.map((title) => title.textContent)).toEqual([
    'Pré-inscription',
    'Envoi de vos documents',
    'Préparation du dossier',
    'Signature et envoi au fonds',
  ]);
  expect(screen.getByRole('note')).toHaveTextContent('Important : respectez l’ordre des étapes');
});

test('the funding guide links to the owner’s pre-registration form, or to the contact form while there is none', () => {
  show();
  const owned = screen.getByRole('link', { name: 'Ouvrir le formulaire de pré-inscription' });
  expect(owned).toHaveAttribute('href', exampleSite.preRegistrationUrl);
  cleanup();
  show({ preRegistrationUrl: '' });
  const link = within(steps()).getByRole('link', { name: 'Demander la pré-inscription' });
  expect(link).toHaveAttribute('href', '/contact?financement=agefice');
  expect(steps()).not.toHaveTextContent('[À compléter]');
  expect(steps()).not.toHaveTextContent('Il se trouve sur un autre site');
});

test('the funding guide marks a missing address as to be completed', () => {
  show({ email: '' });
  expect(screen.getByText('Envoyez par e-mail ces trois documents à [À compléter]')).toBeVisible();
});

test('the funding guide links to the booking form, with AGEFICE preselected, before the request that names the day', () => {
  show();
  expect(within(steps()).getByText(/La demande porte la date exacte/)).toHaveTextContent(/au moins 15 jours après/);
  const link = within(steps()).getByRole('link', { name: 'Proposer une date' });
  expect(link).toHaveAttribute('href', '/booking?financement=agefice');
});

test('the funding guide states who sends the file, as far as the owner has specified it', () => {
  show();
  expect(within(steps()).getByText(/individuellement/)).toHaveTextContent(
    /vous ou nous, selon les règles de votre fonds/,
  );
  cleanup();
  show({ sendsFundingFile: true });
  expect(within(steps()).getByText(/individuellement/)).toHaveTextContent(/puis nous envoyons le dossier complet/);
});

test('the funding guide has a drawing with an alternative text for each step', () => {
  show();
  const drawings = within(steps()).getAllByRole('img');
  expect(drawings.map((drawing) => drawing.getAttribute('alt'))).toEqual([
    expect.stringContaining('formulaire de pré-inscription'),
    expect.stringContaining('trois documents'),
    expect.stringContaining('convention de formation'),
    expect.stringContaining('se serrent la main'),
  ]);
  // Eager, so that they are also printed when only the first screen was viewed.
  for (const drawing of drawings) expect(drawing).toHaveAttribute('loading', 'eager');
});

test('never mentions a full payment without its condition', () => {
  show();
  const [promise, ...others] = screen.getAllByText(/100\s%/);
  expect(promise).toHaveTextContent(/jusqu’à 100\s%.*plafonds de votre fonds et sous réserve de son accord/);
  expect(others).toEqual([]);
});

test('the funding guide shows the same progress to every visitor', () => {
  show();
  const bar = screen.getByRole('progressbar', { name: 'Avancement' });
  expect(bar).toHaveAttribute('value', '0');
  expect(bar).toHaveAttribute('max', '100');
  expect(screen.getByText(/^Ce n’est pas l’état de votre dossier/)).toBeVisible();
});

test('the funding guide links to the contact page, the e-mail and the telephone', () => {
  show();
  const contact = within(screen.getByRole('region', { name: /Une question sur votre dossier/ }));
  expect(contact.getByRole('link', { name: exampleSite.email })).toBeVisible();
  expect(contact.getByRole('link', { name: exampleSite.phone })).toHaveAttribute('href', 'tel:+33639980000');
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact?financement=agefice');
});

test('the funding guide promises the reply time that the owner has given, and none otherwise', () => {
  show();
  expect(screen.getByText(/nous vous répondons dès que possible\.$/)).toBeVisible();
  cleanup();
  show({ replyTime: 'sous 1 jour ouvré' });
  expect(screen.getByText(/nous vous répondons sous 1 jour ouvré\.$/)).toBeVisible();
});
