import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { X } from 'lucide';
import { Icon } from '../layout/layout';
import { renderInHost } from '../testing';
import { Button, IconButton } from './button';

test('a button submits its form only with type submit', async () => {
  const onSubmit = jest.fn((event) => event.preventDefault());
  renderInHost(
    <form onSubmit={onSubmit}>
      <Button variant="quiet">Choisir</Button>
      <IconButton label="Fermer">
        <Icon of={X} />
      </IconButton>
      <Button variant="primary" type="submit">
        Envoyer
      </Button>
    </form>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Choisir' }));
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Envoyer' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a link with the appearance of a button stays a link', () => {
  renderInHost(
    <Button asChild variant="primary" size="lg">
      <a href="/booking">Réserver ma date</a>
    </Button>,
  );
  const link = screen.getByRole('link', { name: 'Réserver ma date' });
  expect(link).toHaveAttribute('href', '/booking');
  expect(link).not.toHaveAttribute('type');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
