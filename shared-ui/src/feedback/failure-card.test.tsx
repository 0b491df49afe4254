import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInHost } from '../testing';
import { FailureCard } from './failure-card';

const texts = { title: 'Cette partie ne s’affiche pas', text: 'Vous pouvez nous joindre directement.' };

test('a failure card shows e-mail, telephone and a retry button', async () => {
  const onRetry = jest.fn();
  renderInHost(
    <main>
      <FailureCard {...texts} email="bonjour@atelier.example" phone="06 39 98 00 00" onRetry={onRetry} />
    </main>,
  );
  expect(screen.getByRole('heading', { name: texts.title })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '06 39 98 00 00' })).toHaveAttribute('href', 'tel:+33639980000');
  expect(screen.getByRole('link', { name: 'bonjour@atelier.example' })).toHaveAttribute(
    'href',
    'mailto:bonjour@atelier.example',
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a failure card omits missing contact details and a retry button without a handler', async () => {
  renderInHost(
    <main>
      <FailureCard {...texts} email="" phone="" />
    </main>,
  );
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
