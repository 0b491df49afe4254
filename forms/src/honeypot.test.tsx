import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { Honeypot } from './submission';

function open() {
  const ref = createRef<HTMLInputElement>();
  renderInHost(
    <form aria-label="Contact">
      <Honeypot ref={ref} />
      <button type="submit">Envoyer</button>
    </form>,
  );
  return ref.current as HTMLInputElement;
}

test('the honeypot is hidden from everyone and is never autofilled', () => {
  const honeypot = open();
  expect(honeypot).not.toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
});

test('the honeypot cannot be reached with Tab', async () => {
  const honeypot = open();
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  await userEvent.setup().tab();
  expect(screen.getByRole('button')).toHaveFocus();
});
