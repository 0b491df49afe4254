import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import { Proof } from './proof';

it('announces testimonials while there are none', () => {
  renderInHost(<Proof testimonials={[]} />);
  expect(screen.getByText(/Les mots des participants prendront place ici/)).toBeVisible();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
});

it('shows each testimonial with its author and its date', () => {
  const text = 'La séquence tourne depuis un mois.';
  renderInHost(<Proof testimonials={[{ name: 'Anne M.', role: 'mandataire à Pau', text, date: '2026-10-01' }]} />);
  expect(screen.getByRole('figure')).toHaveTextContent(`${text}Anne M., mandataire à Pau, jeudi 1er octobre 2026`);
  expect(screen.queryByText(/Les mots des participants/)).not.toBeInTheDocument();
});

it('shows the calculation of the chatbot’s value, marked as an example', () => {
  renderInHost(<Proof testimonials={[]} />);
  expect(screen.getByText('Exemple')).toBeVisible();
  expect(screen.getAllByRole('definition').map((amount) => amount.textContent)).toEqual([
    '430\u00a0€',
    '199\u00a0€\u00a0TTC',
    '231\u00a0€',
  ]);
});
