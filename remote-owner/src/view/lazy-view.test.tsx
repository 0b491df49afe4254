import { renderInHost } from '@site/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LazyView } from './lazy-view';

const View = ({ text }: { readonly text: string }) => <p>{text}</p>;

/** Fails to load until `comeBack` is called. */
function connection() {
  let isAway = true;
  const load = async () => {
    if (isAway) throw new Error('Loading chunk 4 failed.');
    return View;
  };
  return { load, comeBack: () => (isAway = false) };
}

const open = async (load: () => Promise<typeof View>) => {
  const opened = renderInHost(<LazyView load={load} props={{ text: 'Agenda' }} />);
  await act(async () => undefined);
  return opened;
};

test('a button retries code that failed to load', async () => {
  const { load, comeBack } = connection();
  await open(load);
  expect(screen.getByRole('alert')).toHaveTextContent('Vous êtes hors connexion');
  comeBack();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Agenda')).toBeInTheDocument();
});

test('code that failed to load is retried when the connection is back', async () => {
  const { load, comeBack } = connection();
  await open(load);
  comeBack();
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Agenda')).toBeInTheDocument();
});
