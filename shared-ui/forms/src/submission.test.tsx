import type { Host } from '@site/contract/host';
import { fakeHost, renderInHost } from '@site/shared-ui/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormSignals, Honeypot, useSubmission } from './submission';

const texts = { title: 'Envoyé' };
const reportCrash = jest.fn();
const sendRequest = jest.fn(async (_request: string, _signals: FormSignals) => ({ ok: true as const }));

function Form({ host }: { readonly host: Host }) {
  const { progress, submit, honeypotRef, sentRequest, returnHome } = useSubmission<string, never>(host, {
    send: sendRequest,
    sent: () => texts,
    failed: texts,
  });
  return (
    <>
      <Honeypot ref={honeypotRef} />
      <button type="button" onClick={() => submit('Bonjour', () => undefined).catch(reportCrash)}>
        Envoyer
      </button>
      {sentRequest && (
        <section aria-label="Récapitulatif" tabIndex={-1} {...returnHome.listeners}>
          <p>{sentRequest}</p>
          <button type="button" onClick={returnHome.stay}>
            Rester ici
          </button>
        </section>
      )}
      <output>{progress.step}</output>
    </>
  );
}

beforeEach(() => {
  sendRequest.mockClear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

async function send({ honeypot = '' } = {}) {
  const navigate = jest.fn<void, [string]>();
  const notify = jest.fn<ReturnType<Host['notify']>, Parameters<Host['notify']>>();
  const { container } = renderInHost(<Form host={fakeHost({ navigate, notify })} />);
  // Like a robot: sets the value without an event.
  for (const input of container.querySelectorAll('input')) input.value = honeypot;
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByText('Envoyer'));
  return { navigate, notify, user, recap: await screen.findByRole('region', { name: 'Récapitulatif' }) };
}

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('the page returns home after two seconds without interaction, and the form is ready again', async () => {
  const { navigate, recap } = await send();
  expect(recap).toHaveTextContent('Bonjour');
  wait(1999);
  expect(navigate).not.toHaveBeenCalled();
  wait(1);
  expect(navigate).toHaveBeenCalledWith('/');
  expect(screen.getByRole('status')).toHaveTextContent('ready');
  expect(recap).not.toBeInTheDocument();
});

test('a request is sent with the releases that the page runs at that time', async () => {
  const releases = { shell: '1.0.0-s1', part: '1.0.0-a' };
  renderInHost(<Form host={fakeHost({ releases: () => releases })} />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByText('Envoyer'));
  expect(sendRequest).toHaveBeenLastCalledWith('Bonjour', { isHoneypotFilled: false, releases });
});

test('focus, scrolling, a resting pointer and a key held since the form do not delay the return home', async () => {
  const { navigate, recap } = await send();
  act(() => recap.focus());
  act(() => screen.getByText('Rester ici').focus());
  fireEvent.scroll(recap);
  fireEvent.pointerEnter(recap);
  fireEvent.mouseEnter(recap);
  fireEvent.keyDown(recap, { key: 'Enter', repeat: true });
  wait(2000);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test('a mouse that moves in the recap delays the return home until it leaves', async () => {
  const { navigate, user, recap } = await send();
  wait(1500);
  await user.pointer({ target: recap });
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  await user.pointer({ target: screen.getByText('Envoyer') });
  wait(1999);
  expect(navigate).not.toHaveBeenCalled();
  wait(1);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test.each<[string, (recap: HTMLElement) => void]>([
  ['a touch', (recap) => fireEvent.pointerDown(recap, { pointerType: 'touch' })],
  ['a press of the mouse', (recap) => fireEvent.mouseDown(recap, { detail: 1 })],
  ['a key', (recap) => fireEvent.keyDown(recap, { key: 'ArrowDown' })],
  ['the wheel', (recap) => fireEvent.wheel(recap, { deltaY: 50 })],
])('%s in the recap cancels the return home for good', async (_what, use) => {
  const { navigate, recap } = await send();
  wait(1999);
  use(recap);
  fireEvent.pointerLeave(recap);
  act(() => recap.blur());
  wait(3_600_000);
  expect(navigate).not.toHaveBeenCalled();
  expect(recap).toBeVisible();
});

test('the second press of a double click, which meets the recap of a fast answer, does not cancel the return home', async () => {
  const { navigate, recap } = await send();
  // jsdom's pointer events have no type of pointer.
  const press = Object.assign(new MouseEvent('pointerdown', { bubbles: true }), { pointerType: 'mouse' });
  fireEvent(recap, press);
  fireEvent.mouseDown(recap, { detail: 2 });
  fireEvent.click(screen.getByText('Rester ici'), { detail: 2 });
  wait(1999);
  expect(navigate).not.toHaveBeenCalled();
  wait(1);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test('« Rester ici » cancels the return home, and the next request starts the two seconds again', async () => {
  const { navigate, user } = await send();
  await user.click(screen.getByText('Rester ici'));
  await user.click(document.body);
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  await user.click(screen.getByText('Envoyer'));
  await screen.findByText('sent');
  wait(2000);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test('a request with a filled honeypot is marked, sent and handled like any other', async () => {
  const { navigate, notify, recap } = await send({ honeypot: 'https://exemple.fr' });
  expect(recap).toHaveTextContent('Bonjour');
  expect(notify.mock.calls).toEqual([[{ title: 'Envoyé', tone: 'success' }]]);
  wait(2000);
  expect(navigate).toHaveBeenCalledWith('/');
  expect(sendRequest.mock.calls).toEqual([['Bonjour', { isHoneypotFilled: true }]]);
});

test('a person can send repeatedly with an empty honeypot', async () => {
  const { user } = await send();
  await user.click(screen.getByText('Rester ici'));
  await user.click(screen.getByText('Envoyer'));
  const byPerson = { isHoneypotFilled: false };
  expect(sendRequest.mock.calls).toEqual([
    ['Bonjour', byPerson],
    ['Bonjour', byPerson],
  ]);
});

test('an error that sending does not expect is a refusal, after which the form can be sent again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  const error = new Error('No digest.');
  sendRequest.mockRejectedValueOnce(error);
  renderInHost(<Form host={fakeHost()} />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('failed')).toBeVisible();
  expect(logged).toHaveBeenCalledWith(error);
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('sent')).toBeVisible();
});

test('a shell that cannot show the notice leaves no form that is sending', async () => {
  const error = new Error('No notices.');
  const notify = () => {
    throw error;
  };
  renderInHost(<Form host={fakeHost({ notify })} />);
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('sent')).toBeVisible();
  expect(reportCrash).toHaveBeenCalledWith(error);
});
