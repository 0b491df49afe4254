import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { button, enterCode, fill, heading, openSpace } from '../../tests/support/open-space';
import { CallError } from '../api/answer';
import { exampleMessage } from '../testing/example-requests';

const row = exampleMessage(2);
const open = () => openSpace({ query: `?demande=${row.id}`, requests: [row] });
const note = () => screen.findByLabelText(/^Note/);
const later = (ms: number) => act(async () => jest.advanceTimersByTime(ms));
type Opened = Awaited<ReturnType<typeof open>>;
const saved = ({ api }: Opened) => api.requests()[0]?.note ?? null;
const saves = ({ api }: Opened) => api.calls.filter(([name]) => name === 'owner_note').length;

test('a note is saved once typing pauses, without a notice, and keeps the space that was typed last', async () => {
  const opened = await open();
  fill(await note(), 'Rappelé ');
  expect(saved(opened)).toBeNull();
  await later(800);
  expect(await screen.findByText('Enregistré')).toBeInTheDocument();
  fill(await note(), 'Rappelé lundi');
  await later(800);
  await waitFor(() => expect(saved(opened)).toBe('Rappelé lundi'));
  expect(saves(opened)).toBe(2);
  expect(opened.notices).toEqual([]);
});

test.each([
  ['the request', async ({ user }: Opened) => user.click(screen.getByRole('link', { name: 'Retour à la liste' }))],
  [
    'the page',
    async () => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
      jest.restoreAllMocks();
    },
  ],
])('a note is saved at once when its owner leaves %s', async (_, leave) => {
  const opened = await open();
  fill(await note(), 'Rappelé');
  await leave(opened);
  await waitFor(() => expect(saved(opened)).toBe('Rappelé'));
});

test('a note that another device changed meanwhile is not overwritten without a question', async () => {
  const opened = await open();
  fill(await note(), 'Rappelé');
  opened.api.changeElsewhere(row.id, { note: 'Absent' });
  await later(800);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cette demande a changé entre-temps' }));
  expect(dialog.getByText('Maintenant : Absent')).toBeInTheDocument();
  expect(await note()).toHaveValue('Rappelé');
  await opened.user.click(dialog.getByRole('button', { name: 'Faire mon action quand même' }));
  await waitFor(() => expect(saved(opened)).toBe('Rappelé'));
  fill(await note(), 'Rappelé lundi');
  opened.api.changeElsewhere(row.id, { note: 'Parti' });
  await later(800);
  await opened.user.click(await button('Garder ce qui est enregistré'));
  expect(await note()).toHaveValue('Parti');
  expect(saved(opened)).toBe('Parti');
});

test('a change of something else by another device does not hinder a note', async () => {
  const opened = await open();
  fill(await note(), 'Rappelé');
  opened.api.changeElsewhere(row.id, { handledAt: '2026-11-23T08:00:00Z' });
  await later(800);
  await later(800);
  await waitFor(() => expect(saved(opened)).toBe('Rappelé'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an action that follows a note at once is no conflict with it', async () => {
  const opened = await open();
  fill(await note(), 'Rappelé');
  const handle = await button('Marquer comme traité');
  await later(800);
  await opened.user.click(handle);
  expect(await button('Remettre à traiter')).toBeInTheDocument();
  expect(opened.api.requests()[0]).toMatchObject({ note: 'Rappelé', handledAt: expect.any(String) });
});

test('a note survives a failure, a reload and the end of the session, and is saved then', async () => {
  const opened = await open();
  opened.api.failWith(new CallError('offline'));
  fill(await note(), 'Rappelé');
  await later(800);
  expect(await screen.findByText(/^Pas encore enregistré/)).toBeInTheDocument();
  cleanup();
  const again = await open();
  expect(await note()).toHaveValue('Rappelé');
  again.api.failWith(new CallError('signed-out'));
  await later(800);
  expect(await screen.findByText(/^Votre session a expiré/)).toBeInTheDocument();
  expect(again.notices).toEqual([]);
  expect(screen.getByLabelText('Votre e-mail')).toHaveValue('proprietaire@exemple.fr');
  again.api.failWith(null);
  await again.user.click(await button('Recevoir un code'));
  await enterCode();
  expect(await heading('Alex Roy')).toBeInTheDocument();
  expect(await note()).toHaveValue('Rappelé');
  await later(800);
  await waitFor(() => expect(saved(again)).toBe('Rappelé'));
  expect(window.sessionStorage).toHaveLength(0);
});
