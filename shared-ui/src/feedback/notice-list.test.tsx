import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInHost } from '../testing';
import { NoticeList, type ShownNotice } from './notice-list';

const sent: ShownNotice = { id: 'sent', tone: 'success', title: 'Formulaire envoyé !', duration: 5000 };
const failed: ShownNotice = { id: 'failed', tone: 'error', title: 'Erreur', description: 'Veuillez réessayer.' };
const onClose = jest.fn();

function show(...notices: ShownNotice[]) {
  // Each test has notices of its own, whose time has not begun.
  renderInHost(<NoticeList notices={notices.map((notice) => ({ ...notice }))} onClose={onClose} />);
  return userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
}

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  onClose.mockClear();
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('a success notice is announced politely, an error notice at once', () => {
  show(sent, failed);
  expect(screen.getByRole('status')).toHaveTextContent('Formulaire envoyé !');
  expect(screen.getByRole('alert')).toHaveTextContent('ErreurVeuillez réessayer.');
});

test('a notice that the page itself announces is shown without an alert', () => {
  show({ ...failed, announced: false });
  expect(screen.getByText('Veuillez réessayer.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('one link of a notice downloads its file, and the other one navigates', () => {
  const href = 'data:text/calendar,BEGIN';
  const otherLink = { label: 'Gérer ma demande', href: '/reservation/gerer' };
  show({ ...sent, link: { label: 'Ajouter la date à mon agenda', href, download: 'date.ics' }, otherLink });
  const link = screen.getByRole('link', { name: 'Ajouter la date à mon agenda' });
  expect(link).toHaveAttribute('href', href);
  expect(link).toHaveAttribute('download', 'date.ics');
  expect(screen.getByRole('link', { name: 'Gérer ma demande' })).toHaveAttribute('href', '/reservation/gerer');
});

test('a notice closes when its time is up, and not before', () => {
  show(sent);
  wait(4999);
  expect(onClose).not.toHaveBeenCalled();
  wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledWith('sent');
});

test('a notice that is mounted again in another place keeps its remaining time', () => {
  const list = <NoticeList notices={[{ ...sent }]} onClose={onClose} />;
  const { rerender } = renderInHost(<main>{list}</main>);
  wait(3000);
  rerender(<footer>{list}</footer>);
  wait(1999);
  expect(onClose).not.toHaveBeenCalled();
  wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a notice without a duration stays until it is closed', async () => {
  const user = show(failed);
  wait(3_600_000);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(onClose).toHaveBeenCalledWith('failed');
});

test('a notice’s time is paused under the pointer and continues afterwards', async () => {
  const user = show(sent);
  wait(3000);
  await user.hover(screen.getByRole('status'));
  wait(60_000);
  expect(onClose).not.toHaveBeenCalled();
  await user.unhover(screen.getByRole('status'));
  wait(1999);
  expect(onClose).not.toHaveBeenCalled();
  wait(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a notice’s time is paused while it has the focus, even when the pointer leaves', async () => {
  const user = show(sent);
  await user.hover(screen.getByRole('status'));
  await user.tab();
  expect(screen.getByRole('button', { name: 'Fermer' })).toHaveFocus();
  await user.unhover(screen.getByRole('status'));
  wait(60_000);
  expect(onClose).not.toHaveBeenCalled();
  await user.tab();
  wait(5000);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a repeated notice is shown once, announced again, and closed with its duplicates', async () => {
  const { rerender } = renderInHost(<NoticeList notices={[failed, sent]} onClose={onClose} />);
  const firstAlert = screen.getByRole('alert');
  rerender(<NoticeList notices={[failed, sent, { ...failed, id: 'again' }]} onClose={onClose} />);
  // Only a new alert element is announced again.
  expect(screen.getByRole('alert')).not.toBe(firstAlert);
  expect(screen.getAllByRole('listitem').at(-1)).toContainElement(screen.getByRole('alert'));
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getAllByRole('button', { name: 'Fermer' }).at(-1) ?? document.body);
  expect(onClose.mock.calls).toEqual([['failed'], ['again']]);
});

test('notices with the same title and different texts are all shown', () => {
  show(failed, { ...failed, id: 'other', description: 'Encore.' });
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});

test('no notices render nothing', () => {
  show();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
