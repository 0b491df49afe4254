import { renderInHost } from '@site/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { Trainer } from './trainer';

const trainer = { name: 'Nadia Ferrand', path: 'Dix ans en agence.' };

it('presents the trainer with name, career and picture', () => {
  renderInHost(<Trainer trainer={{ ...trainer, photo: '/fichiers/nadia.jpg' }} />);
  const part = within(screen.getByRole('region', { name: 'Nadia Ferrand' }));
  expect(part.getByText('Dix ans en agence.')).toBeVisible();
  const photo = part.getByRole('img', { name: 'Nadia Ferrand' });
  expect(photo).toHaveAttribute('src', '/fichiers/nadia.jpg');
  expect(photo).toHaveAttribute('width', '128');
  expect(photo).toHaveAttribute('height', '128');
});

it('omits a picture that is not given', () => {
  renderInHost(<Trainer trainer={trainer} />);
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
