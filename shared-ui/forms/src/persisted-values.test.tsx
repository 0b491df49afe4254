import { UiProvider, useHydrated } from '@site/shared-ui';
import { CheckboxField, TextAreaField, TextField } from '@site/shared-ui/form';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { usePersistedValues } from './persisted-values';

const restored = jest.fn();
const sent = jest.fn();
const empty = { nom: '', message: '', isAgefice: false };
let root: Root | undefined;

function Form() {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const [values, setValues] = useState(empty);
  const persisted = usePersistedValues(form, {
    key: 'typed',
    empty,
    values,
    restore: (stored) => {
      restored(stored);
      setValues(stored);
    },
  });
  const set = (name: string, value: string | boolean) => setValues((current) => ({ ...current, [name]: value }));
  return (
    <form
      ref={form}
      aria-label="Contact"
      onSubmit={(event) => {
        event.preventDefault();
        sent(values);
      }}
    >
      <TextField label="Nom" name="nom" value={values.nom} onChange={(e) => set('nom', e.target.value)} />
      <TextAreaField
        label="Message"
        name="message"
        value={values.message}
        onChange={(e) => set('message', e.target.value)}
      />
      <CheckboxField
        label="Financement"
        name="isAgefice"
        checked={values.isAgefice}
        onChange={(e) => set('isAgefice', e.target.checked)}
      />
      <button type="submit" disabled={!isHydrated}>
        Envoyer
      </button>
      <button type="button" onClick={() => setValues(empty)}>
        Vider
      </button>
      <button type="button" onClick={persisted.clear}>
        Oublier
      </button>
    </form>
  );
}

const tree = (
  <UiProvider>
    <Form />
  </UiProvider>
);

const nom = () => screen.getByRole('textbox', { name: 'Nom' });
const message = () => screen.getByRole('textbox', { name: 'Message' });
const financing = () => screen.getByRole('checkbox', { name: 'Financement' });
const send = () => screen.getByRole('button', { name: 'Envoyer' });

async function hydrate() {
  const container = document.getElementById('root');
  if (!container) throw new Error('The prerendered page has no root');
  await act(async () => {
    root = hydrateRoot(container, tree);
  });
}

beforeEach(() => {
  restored.mockClear();
  document.body.innerHTML = `<div id="root">${renderToString(tree)}</div>`;
});

afterEach(() => {
  act(() => root?.unmount());
});

test('a form keeps values that were typed and ticked before hydration', async () => {
  const user = userEvent.setup();
  await user.type(nom(), 'Durand');
  await user.type(message(), 'GO');
  await user.click(financing());
  await hydrate();
  expect(restored).toHaveBeenCalledWith({ nom: 'Durand', message: 'GO', isAgefice: true });
  expect(restored).toHaveBeenCalledTimes(1);
  await user.type(nom(), '-Petit');
  expect(nom()).toHaveValue('Durand-Petit');
  expect(message()).toHaveValue('GO');
  expect(financing()).toBeChecked();
});

test('values that a program has set or emptied without an event are submitted, also by a script', async () => {
  const user = userEvent.setup();
  await hydrate();
  await user.type(message(), 'GO');
  for (const [field, value] of [
    [nom(), 'Durand'],
    [message(), ''],
  ] as const) {
    Object.assign(field, { value });
  }
  Object.assign(financing(), { checked: true });
  await user.click(send());
  expect(sent).toHaveBeenLastCalledWith({ nom: 'Durand', message: '', isAgefice: true });
  Object.assign(nom(), { value: 'Petit' });
  act(() => screen.getByRole<HTMLFormElement>('form').requestSubmit());
  expect(sent).toHaveBeenLastCalledWith({ nom: 'Petit', message: '', isAgefice: true });
});

async function comeBack() {
  act(() => root?.unmount());
  document.body.innerHTML = `<div id="root">${renderToString(tree)}</div>`;
  await hydrate();
}

const stored = () => sessionStorage.getItem('typed');

test('typed values are restored when the visitor comes back', async () => {
  const user = userEvent.setup();
  await hydrate();
  await user.type(nom(), 'Durand');
  await user.click(financing());
  await comeBack();
  expect(nom()).toHaveValue('Durand');
  expect(financing()).toBeChecked();
  await user.type(nom(), '-Petit');
  expect(nom()).toHaveValue('Durand-Petit');
});

test('values typed before hydration replace those of an earlier visit, whose other values are restored', async () => {
  const user = userEvent.setup();
  sessionStorage.setItem('typed', JSON.stringify({ nom: 'Durand', message: 'GO', isAgefice: true }));
  await user.type(nom(), 'Petit');
  await hydrate();
  expect(restored.mock.calls).toEqual([[{ nom: 'Petit', message: 'GO', isAgefice: true }]]);
});

test('an emptied form removes its persisted values from the browser', async () => {
  const user = userEvent.setup();
  await hydrate();
  expect(stored()).toBeNull();
  await user.type(nom(), 'Durand');
  expect(stored()).toContain('Durand');
  await user.click(screen.getByText('Vider'));
  expect(stored()).toBeNull();
});

test('forgotten values are removed while the form still shows its values', async () => {
  const user = userEvent.setup();
  await hydrate();
  await user.type(nom(), 'Durand');
  await user.click(screen.getByText('Oublier'));
  expect(stored()).toBeNull();
});

test.each([null, '', '{', 'null', '"Durand"', '[]', '{"nom":1,"message":["GO"],"isAgefice":"true","subject":"x"}'])(
  'no persisted values or invalid ones restore nothing: %s',
  async (stored) => {
    if (stored !== null) sessionStorage.setItem('typed', stored);
    await hydrate();
    expect(restored).not.toHaveBeenCalled();
    expect(nom()).toHaveValue('');
  },
);

test.each([
  ['refused', () => jest.spyOn(window, 'sessionStorage', 'get')],
  ['full', () => jest.spyOn(Storage.prototype, 'setItem')],
])('the form works while the storage is %s', async (_state, spy) => {
  const refusal = spy().mockImplementation(() => {
    throw new DOMException('No storage.');
  });
  const user = userEvent.setup();
  await hydrate();
  await user.type(nom(), 'Durand');
  expect(nom()).toHaveValue('Durand');
  expect(send()).toBeEnabled();
  expect(refusal).toHaveBeenCalled();
  refusal.mockRestore();
});
