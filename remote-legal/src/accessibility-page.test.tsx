import { exampleSite, fakeHost, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Page } from './accessibility-page';

const show = () => renderInHost(<Page host={fakeHost()} />);
const part = (name: string) => screen.getByRole('region', { name });

test('the accessibility page aims at RGAA 4.1 AA without claiming to reach it', () => {
  show();
  expect(part('Notre objectif')).toHaveTextContent(/niveau AA .* \(RGAA 4\.1\)/);
  expect(part('Notre objectif')).toHaveTextContent('Aucun audit ne l’a encore mesuré');
  expect(document.body).not.toHaveTextContent(/\d\s?%/);
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
