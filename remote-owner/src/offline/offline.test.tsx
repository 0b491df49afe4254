import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { button, heading, openSpace } from '../../tests/support/open-space';
import { CallError } from '../api/call-error';
import { exampleRequest } from '../testing/examples';
import { limitPersisted } from './persisted-answers';

const STORAGE_KEY = 'espace-kept';
const MARK = /^Données du 26 novembre à 10 h 05, sans connexion\./;
const offline = new CallError('offline');
const request = exampleRequest(1);

beforeEach(() => jest.setSystemTime(Date.parse('2026-11-26T09:05:00Z')));
afterEach(() => localStorage.clear());

/** Opens the list with a connection, and leaves once it is kept. */
async function keepList() {
  await openSpace({ session: 'a', requests: [request] });
  await screen.findByText(request.name);
  await act(async () => jest.advanceTimersByTime(2000));
  await waitFor(() => expect(localStorage.getItem(STORAGE_KEY)).toContain(request.name));
  cleanup();
}

test('without network the space opens with the last data, marked as old and without actions', async () => {
  await keepList();
  await openSpace({ session: 'a', failure: offline, requests: [] });
  expect(await screen.findByText(MARK)).toBeInTheDocument();
  expect(screen.getByText(request.name)).toBeInTheDocument();
  expect(await button('Choisir plusieurs demandes')).toBeDisabled();
});

test('a kept request can be called without network, and nothing else can be done with it', async () => {
  await keepList();
  await openSpace({ session: 'a', failure: offline, query: `?demande=${request.id}`, requests: [] });
  expect(await heading(request.name)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Appeler/ })).toHaveAttribute('href', expect.stringMatching(/^tel:\+33/));
  expect(screen.getByText(MARK)).toBeInTheDocument();
  expect(await button(/^Confirmer/)).toBeDisabled();
});

test('the last data are there at once; the current ones bring the actions', async () => {
  await keepList();
  let answer = (): void => undefined;
  const connected = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await openSpace({ session: 'a', requests: [request], connected });
  expect(screen.getByText(request.name)).toBeInTheDocument();
  expect(await button('Choisir plusieurs demandes')).toBeDisabled();
  expect(screen.queryByText(MARK)).not.toBeInTheDocument();
  await act(async () => jest.advanceTimersByTime(3000));
  expect(screen.getByText(MARK)).toBeInTheDocument();
  await act(async () => {
    answer();
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(await button('Choisir plusieurs demandes')).toBeEnabled();
  expect(screen.queryByText(MARK)).not.toBeInTheDocument();
});

test.each(['', '&action=confirmer'])(
  'the ticks are those of the current answer, not of the kept one (%s)',
  async (action) => {
    await keepList();
    let answer = (): void => undefined;
    const connected = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const [first, second, wished] = ['2026-12-07', '2026-12-08', '2026-12-09'] as const;
    const current = { ...request, dates: [first, second, wished], confirmedDates: [first, second] };
    const { user } = await openSpace({
      session: 'a',
      requests: [current],
      query: `?demande=${request.id}${action}`,
      connected,
    });
    expect(await screen.findByRole('checkbox', { name: 'lundi 7 décembre 2026', hidden: true })).toBeInTheDocument();
    await act(async () => {
      answer();
      await jest.advanceTimersByTimeAsync(0);
    });
    const ticks = () =>
      screen
        .getAllByRole('checkbox', { name: /décembre/, hidden: true })
        .map((box) => (box as HTMLInputElement).checked);
    expect(ticks()).toEqual([false, true, true]);
    const falls = 'Le lundi 7 décembre 2026 ne sera plus confirmé.';
    if (!action) await user.click(await button('Confirmer ces 2\u00a0jours'));
    expect(within(await screen.findByRole('dialog')).getByText(falls)).toBeVisible();
  },
);

test('old data make way for the current ones', async () => {
  await keepList();
  const { api } = await openSpace({
    session: 'a',
    failure: offline,
    requests: [{ ...request, name: 'Dominique Petit' }],
  });
  expect(await screen.findByText(MARK)).toBeInTheDocument();
  api.failWith(null);
  await act(async () => jest.advanceTimersByTime(30_000));
  expect(await screen.findByText('Dominique Petit')).toBeInTheDocument();
  expect(screen.queryByText(MARK)).not.toBeInTheDocument();
});

test('an answer that fails for another reason than the network is not hidden by old data', async () => {
  await keepList();
  await openSpace({ session: 'a', failure: new CallError('failed') });
  expect(await screen.findByText('L’action a échoué. Rien n’a été changé ; réessayez.')).toBeInTheDocument();
  expect(screen.queryByText(request.name)).not.toBeInTheDocument();
});

test('another session sees nothing of it', async () => {
  await keepList();
  await openSpace({ session: 'b', failure: offline });
  expect(await screen.findByText(/^Vous êtes hors connexion/)).toBeInTheDocument();
  expect(screen.queryByText(request.name)).not.toBeInTheDocument();
});

test('the end of the session erases what is kept', async () => {
  await keepList();
  const { api } = await openSpace({ session: 'a' });
  await act(async () => api.setState('signed-out'));
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
});

test('a session that cannot be renewed without network opens with what is kept', async () => {
  await keepList();
  await openSpace({ session: 'a', state: 'unreachable', failure: offline });
  expect(await screen.findByText(request.name)).toBeInTheDocument();
});

test('no more than 200 requests are kept, of the lists that were seen last', () => {
  const page = { items: Array.from({ length: 50 }, (_, at) => exampleRequest(at)) };
  const list = (filter: string, at: number, pages = 3) => ({
    key: ['owner_requests', { filter }],
    data: { pages: Array(pages).fill(page), pageParams: Array(pages).fill(null) },
    at,
  });
  const today = { key: ['owner_today', {}], data: {}, at: 1 };
  const kept = limitPersisted([
    list('all', 1),
    today,
    list('todo', 3),
    list('spam', 2),
    { ...today, key: ['owner_export', {}] },
  ]);
  expect(kept.map(({ key, at }) => [key[0], at])).toEqual([
    ['owner_requests', 3],
    ['owner_requests', 2],
    ['owner_today', 1],
  ]);
  expect(kept.slice(0, 2).map(({ data }) => (data as { pages: unknown[] }).pages.length)).toEqual([3, 1]);
});
