import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Button } from '../controls/button';
import { expectAccessible } from '../expect-accessible';
import { renderInHost } from '../testing';
import { UiProvider } from '../ui-provider';
import { Dialog } from './dialog';

const onCloseCalled = jest.fn();

function Page() {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onCloseCalled();
    setOpen(false);
  };
  return (
    <main>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Choisir des dates
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Vos dates"
        variant="sheet"
        actions={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Valider
          </Button>
        }
      >
        <p>Novembre 2026</p>
      </Dialog>
    </main>
  );
}

async function open() {
  const user = userEvent.setup();
  renderInHost(<Page />);
  await user.click(screen.getByRole('button', { name: 'Choisir des dates' }));
  return user;
}

test('a dialog has no content until it opens, and is named by its title', async () => {
  renderInHost(<Page />);
  expect(screen.queryByText('Novembre 2026')).not.toBeInTheDocument();
  await expectAccessible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Choisir des dates' }));
  expect(screen.getByRole('dialog', { name: 'Vos dates' })).toBeVisible();
  expect(screen.getByText('Novembre 2026')).toBeVisible();
  await expectAccessible();
});

test.each(['Fermer', 'Valider'])('a dialog closes with « %s »', async (name) => {
  const user = await open();
  await user.click(screen.getByRole('button', { name }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a dialog closes with Escape and can be opened again', async () => {
  const user = await open();
  screen.getByRole('button', { name: 'Valider' }).focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Choisir des dates' }));
  expect(screen.getByRole('dialog', { name: 'Vos dates' })).toBeVisible();
});

test.each(['{Escape}', '{Enter}'])('onClose is called exactly once when %s closes a dialog', async (key) => {
  const user = await open();
  onCloseCalled.mockClear();
  screen.getByRole('button', { name: 'Fermer' }).focus();
  await user.keyboard(key);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(onCloseCalled).toHaveBeenCalledTimes(1);
});

test('a dialog that was opened again before the event of its close arrives stays open', async () => {
  await open();
  fireEvent(screen.getByRole('dialog'), new Event('close'));
  expect(screen.getByRole('dialog', { name: 'Vos dates' })).toBeVisible();
});

test('the request to close a dialog closes it before the event of its close arrives', async () => {
  await open();
  fireEvent(screen.getByRole('dialog'), new Event('cancel'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('a prerendered dialog', () => {
  const page = (open: boolean) => (
    <UiProvider>
      <Dialog open={open} onClose={onCloseCalled} title="Vos dates" isPrerendered>
        <p>Novembre 2026</p>
      </Dialog>
    </UiProvider>
  );

  test('that was opened before hydration stays open, and closes with its state', async () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(page(false));
    document.body.replaceChildren(container);
    const dialog = container.querySelector('dialog');
    dialog?.showModal();
    const root = await act(async () => hydrateRoot(container, page(false)));
    expect(screen.getByRole('dialog', { name: 'Vos dates' })).toBe(dialog);
    await act(async () => root.render(page(true)));
    expect(dialog).toHaveAttribute('open');
    await act(async () => root.render(page(false)));
    expect(dialog).not.toHaveAttribute('open');
    expect(dialog).toHaveTextContent('Novembre 2026');
    await act(async () => root.unmount());
  });
});
