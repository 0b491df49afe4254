import type { Host } from '@site/contract/host';
import { TextField } from '@site/shared-ui/form';
import { fakeHost, renderInHost, soon } from '@site/shared-ui/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type FormSignals,
  RequestFormElement,
  showErrorNotice,
  useRequestForm,
  withdrawErrorNotice,
} from './submission';

const texts = { title: 'Envoyé' };
const reportCrash = jest.fn();
const empty = { nom: '' };
const filled = { nom: 'Bonjour' };
const sendRequest = jest.fn((_request: typeof empty, _signals: FormSignals) => soon({ ok: true as const }));

function Form({ host }: { readonly host: Host }) {
  const form = useRequestForm(host, {
    key: 'typed',
    empty,
    clean: ({ nom }) => ({ nom: nom.trim() }),
    validate: ({ nom }) => (nom ? {} : { nom: 'Il manque votre nom' }),
    send: sendRequest,
    successNotice: () => texts,
    failed: texts,
  });
  const handleSubmit: typeof form.handleSubmit = (event) => form.handleSubmit(event).catch(reportCrash);
  return (
    <RequestFormElement form={{ ...form, handleSubmit }}>
      <TextField {...form.getFieldProps('nom')} label="Nom" error={form.errors.nom} />
      <button type="submit">{form.isSubmitting ? 'Envoi en cours...' : 'Envoyer'}</button>
      {form.sentValues && (
        <section aria-label="Récapitulatif" tabIndex={-1} {...form.returnHome.listeners}>
          <p>{form.sentValues.nom}</p>
          <button type="button" onClick={form.returnHome.stay}>
            Rester ici
          </button>
        </section>
      )}
      {form.failure && <output>failed</output>}
    </RequestFormElement>
  );
}

const open = (host = fakeHost()) => {
  sessionStorage.setItem('typed', JSON.stringify(filled));
  const { container } = renderInHost(<Form host={host} />);
  return { container, user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }) };
};

beforeEach(() => {
  sendRequest.mockClear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

async function send({ honeypot = '' } = {}) {
  const navigate = jest.fn<void, [string]>();
  const notify = jest.fn<ReturnType<Host['notify']>, Parameters<Host['notify']>>();
  const { container, user } = open(fakeHost({ navigate, notify }));
  // Sets the value without an event, like a robot.
  for (const input of container.querySelectorAll<HTMLInputElement>('[name=subject]')) input.value = honeypot;
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
  expect(screen.getByText('Envoyer')).toBeEnabled();
  expect(recap).not.toBeInTheDocument();
});

test('a request is sent with the releases that the page runs at that time', async () => {
  const releases = { shell: '1.0.0-s1', part: '1.0.0-a' };
  const { user } = open(fakeHost({ releases: () => releases }));
  await user.click(screen.getByText('Envoyer'));
  await screen.findByRole('region');
  expect(sendRequest).toHaveBeenLastCalledWith(filled, { isHoneypotFilled: false, releases });
});

test('its own focus, scrolling, a resting pointer and a key held since the form do not delay the return home', async () => {
  const { navigate, recap } = await send();
  act(() => recap.focus());
  fireEvent.scroll(recap);
  fireEvent.pointerEnter(recap);
  fireEvent.mouseEnter(recap);
  fireEvent.keyDown(recap, { key: 'Enter', repeat: true });
  wait(2000);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test('the focus of a control in the recap, as by a screen reader, delays the return home until it leaves', async () => {
  const { navigate, recap } = await send();
  wait(1999);
  act(() => screen.getByText('Rester ici').focus());
  wait(60_000);
  expect(navigate).not.toHaveBeenCalled();
  act(() => recap.focus());
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
  await user.type(screen.getByLabelText('Nom'), 'Bonjour');
  await user.click(screen.getByText('Envoyer'));
  await screen.findByRole('region');
  wait(2000);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test('a request with a filled honeypot is marked, sent and handled like any other', async () => {
  const { navigate, notify, recap } = await send({ honeypot: 'https://exemple.fr' });
  expect(recap).toHaveTextContent('Bonjour');
  expect(notify.mock.calls).toEqual([[{ title: 'Envoyé', tone: 'success' }]]);
  wait(2000);
  expect(navigate).toHaveBeenCalledWith('/');
  expect(sendRequest.mock.calls).toEqual([[filled, { isHoneypotFilled: true }]]);
});

test('an error that sending does not expect is a refusal, after which the form can be sent again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation();
  const error = new Error('No digest.');
  sendRequest.mockRejectedValueOnce(error);
  const { user } = open();
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('failed')).toBeVisible();
  expect(logged).toHaveBeenCalledWith(error);
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByRole('region')).toBeVisible();
});

test('a shell that cannot show the notice leaves no form that is sending', async () => {
  const error = new Error('No notices.');
  const notify = () => {
    throw error;
  };
  const { user } = open(fakeHost({ notify }));
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('Envoyer')).toBeVisible();
  expect(screen.getByRole('region')).toBeVisible();
  expect(reportCrash).toHaveBeenCalledWith(error);
});

test('a message appears when the form is sent, and disappears as soon as its field is correct', async () => {
  const { user } = open();
  const field = screen.getByLabelText('Nom');
  await user.clear(field);
  await user.tab();
  await act(() => jest.advanceTimersByTimeAsync(10));
  expect(field).not.toBeInvalid();
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('Il manque votre nom')).toBeVisible();
  expect(sendRequest).not.toHaveBeenCalled();
  await user.type(field, 'C');
  expect(field).not.toBeInvalid();
});

test('a refused form shows no earlier outcome', async () => {
  const { user } = open();
  await user.click(screen.getByText('Envoyer'));
  const recap = await screen.findByRole('region');
  await user.click(screen.getByText('Envoyer'));
  expect(await screen.findByText('Il manque votre nom')).toBeVisible();
  expect(recap).not.toBeInTheDocument();
});

test('the honeypot is hidden from everyone, and no typed text can end up in the address', () => {
  const { container } = open();
  const honeypot = container.querySelector('[name=subject]');
  expect(honeypot).not.toBeVisible();
  expect(honeypot).toHaveAttribute('autocomplete', 'off');
  expect(honeypot).toHaveAttribute('tabindex', '-1');
  const form = container.querySelector('form');
  expect(form).not.toHaveAttribute('action');
  expect(form?.method).toBe('dialog');
});

const error = { title: 'Erreur', description: 'Veuillez réessayer.' };

test('a newer error withdraws the earlier notice, and each notice is withdrawn once', () => {
  const withdrawals = [jest.fn(), jest.fn()] as const;
  const notify = jest.fn().mockReturnValueOnce(withdrawals[0]).mockReturnValueOnce(withdrawals[1]);
  const host = fakeHost({ notify });
  showErrorNotice(host, error);
  expect(notify).toHaveBeenCalledWith({ ...error, tone: 'error' });
  expect(withdrawals[0]).not.toHaveBeenCalled();
  showErrorNotice(host, error);
  withdrawErrorNotice(host);
  withdrawErrorNotice(host);
  expect(withdrawals.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
