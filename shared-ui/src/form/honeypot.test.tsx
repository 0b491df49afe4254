import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { renderInHost } from '../testing';
import { expectAccessible } from '../testing/expect-accessible';
import { Honeypot } from './honeypot';

function open() {
  const trap = createRef<HTMLInputElement>();
  renderInHost(
    <form aria-label="Contact">
      <Honeypot ref={trap} />
      <button type="submit">Envoyer</button>
    </form>,
  );
  return trap.current as HTMLInputElement;
}

test('nobody sees or hears it, and it is never completed', async () => {
  const trap = open();
  expect(trap).not.toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(trap).toHaveAttribute('autocomplete', 'off');
  await expectAccessible();
});

test('the Tab key passes it by', async () => {
  const trap = open();
  expect(trap).toHaveAttribute('tabindex', '-1');
  await userEvent.setup().tab();
  expect(screen.getByRole('button')).toHaveFocus();
});
