import { screen } from '@testing-library/react';
import { renderInHost } from '../testing';
import { FormStatus } from './form-status';

test('a form status is mounted while it is empty', () => {
  renderInHost(<FormStatus tone="success" />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a form status announces a success politely and an error at once', async () => {
  renderInHost(
    <>
      <FormStatus tone="success">Votre message est parti.</FormStatus>
      <FormStatus tone="error">Votre message n’est pas parti.</FormStatus>
    </>,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Votre message est parti.');
  expect(screen.getByRole('alert')).toHaveTextContent('Votre message n’est pas parti.');
});
