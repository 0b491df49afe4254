import { renderInHost } from '@site/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { Honeypot } from './submission';

test('the honeypot is hidden from everyone, is never autofilled and cannot be reached with Tab', async () => {
  const ref = createRef<HTMLInputElement>();
  renderInHost(
    <form aria-label="Contact">
      <Honeypot ref={ref} />
      <button type="submit">Envoyer</button>
    </form>,
  );
  expect(ref.current).not.toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(ref.current).toHaveAttribute('autocomplete', 'off');
  expect(ref.current).toHaveAttribute('tabindex', '-1');
  await userEvent.setup().tab();
  expect(screen.getByRole('button')).toHaveFocus();
});
