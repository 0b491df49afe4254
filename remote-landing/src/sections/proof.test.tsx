import { exampleSite, renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Proof, Trainer } from './proof';

describe('proof', () => {
  const testimonials = [
    { name: 'Anne M.', role: 'mandataire à Pau', text: 'La séquence tourne depuis un mois.', date: '2026-10-01' },
  ];

  test('omits testimonials while there are none', () => {
    renderInHost(<Proof site={exampleSite} />);
    expect(screen.getByRole('region', { name: 'Rentabilité' })).toBeVisible();
    expect(screen.queryByText(/participants|[Tt]émoignages/)).not.toBeInTheDocument();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  });

  test('shows each testimonial with its author and its date', () => {
    renderInHost(<Proof site={{ ...exampleSite, testimonials }} />);
    expect(screen.getByRole('region', { name: 'Témoignages et rentabilité' })).toBeVisible();
    expect(screen.getByRole('figure')).toHaveTextContent(
      'La séquence tourne depuis un mois.Anne M., mandataire à Pau, jeudi 1er octobre 2026',
    );
  });

  test.each([
    [
      `J'ai dit "oui" : l'essai d'une "journée", c'est " tout ".`,
      'J’ai dit «\u202foui\u202f» : l’essai d’une «\u202fjournée\u202f», c’est «\u202ftout\u202f».',
    ],
    [`Un écran de 27" et 'rien' d’autre.`, `Un écran de 27" et 'rien' d’autre.`],
  ])('shows the quotes and apostrophes of %j as a book does', (text, typeset) => {
    renderInHost(
      <Proof
        site={{ ...exampleSite, testimonials: [{ ...testimonials[0], name: 'A', role: '', date: '2026-10-01', text }] }}
      />,
    );
    expect(screen.getByText(typeset, { normalizer: (one) => one })).toBeVisible();
  });

  test('explains how testimonials are collected if the owner has given it', () => {
    const testimonialsCollection = 'Recueillis par e-mail après la session, sans contrepartie.';
    renderInHost(<Proof site={{ ...exampleSite, testimonials, testimonialsCollection }} />);
    expect(screen.getByText(testimonialsCollection)).toBeVisible();
  });

  test('does not explain how testimonials are collected while there are none', () => {
    renderInHost(<Proof site={{ ...exampleSite, testimonialsCollection: 'Recueillis par e-mail.' }} />);
    expect(screen.queryByText('Recueillis par e-mail.')).not.toBeInTheDocument();
  });

  test('shows the calculation of the chatbot’s value, marked as an example and as an estimate', () => {
    renderInHost(<Proof site={exampleSite} />);
    const example = within(screen.getByRole('region'));
    expect(example.getByText('Exemple')).toBeVisible();
    expect(example.getByRole('heading', { level: 3 })).toHaveTextContent('Un chatbot comme celui-ci, estimé à 430 €');
    expect(example.getByText(/Le chiffre est notre estimation, pas une promesse de gain/)).toBeVisible();
    expect(screen.getAllByRole('definition').map((amount) => amount.textContent)).toEqual([
      '430\u00a0€',
      '199\u00a0€\u00a0TTC',
      '231\u00a0€',
    ]);
  });

  test('calculates no difference for a day that costs more than the chatbot', () => {
    renderInHost(<Proof site={{ ...exampleSite, prices: { standard: '430' } }} />);
    expect(screen.queryByRole('definition')).not.toBeInTheDocument();
  });
});

describe('trainer', () => {
  const trainer = { name: 'Nadia Ferrand', path: "Dix ans d'agence." };

  test('presents the trainer with name, career and picture', () => {
    renderInHost(<Trainer trainer={{ ...trainer, photo: '/fichiers/nadia.jpg' }} />);
    const part = within(screen.getByRole('region', { name: 'Nadia Ferrand' }));
    expect(part.getByText('Dix ans d’agence.')).toBeVisible();
    const photo = part.getByRole('img', { name: 'Nadia Ferrand' });
    expect(photo).toHaveAttribute('src', '/fichiers/nadia.jpg');
    expect(photo).toHaveAttribute('width', '128');
    expect(photo).toHaveAttribute('height', '128');
  });

  test('omits a picture that is not given', () => {
    renderInHost(<Trainer trainer={trainer} />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });
});
