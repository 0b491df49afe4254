import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { UiProvider } from '../ui-provider';
import { CheckboxField } from './checkbox-field';
import { TextAreaField } from './text-area-field';
import { TextField } from './text-field';
import { type AdoptedValues, useAdoptedValues } from './use-adopted-values';
import { useHydrated } from './use-hydrated';

const adopted = jest.fn();
let root: Root | undefined;

function Form() {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const [values, setValues] = useState<AdoptedValues>({ nom: '', message: '', isAgefice: false });
  useAdoptedValues(form, (found) => {
    adopted(found);
    setValues(found);
  });
  const set = (name: string, value: string | boolean) => setValues((current) => ({ ...current, [name]: value }));
  return (
    <form ref={form} aria-label="Contact">
      <TextField label="Nom" name="nom" value={String(values.nom)} onChange={(e) => set('nom', e.target.value)} />
      <TextAreaField
        label="Message"
        name="message"
        value={String(values.message)}
        onChange={(e) => set('message', e.target.value)}
      />
      <CheckboxField
        label="Financement"
        name="isAgefice"
        checked={Boolean(values.isAgefice)}
        onChange={(e) => set('isAgefice', e.target.checked)}
      />
      <button type="submit" disabled={!isHydrated}>
        Envoyer
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
  adopted.mockClear();
  document.body.innerHTML = `<div id="root">${renderToString(tree)}</div>`;
});

afterEach(() => {
  act(() => root?.unmount());
});

test('a form is disabled in the prerendered page and enabled after hydration', async () => {
  expect(send()).toBeDisabled();
  await hydrate();
  expect(send()).toBeEnabled();
});

test('keeps values that were typed and ticked before hydration', async () => {
  const user = userEvent.setup();
  await user.type(nom(), 'Durand');
  await user.type(message(), 'GO');
  await user.click(financing());
  await hydrate();
  expect(adopted).toHaveBeenCalledWith({ nom: 'Durand', message: 'GO', isAgefice: true });
  expect(adopted).toHaveBeenCalledTimes(1);
  await user.type(nom(), '-Petit');
  expect(nom()).toHaveValue('Durand-Petit');
  expect(message()).toHaveValue('GO');
  expect(financing()).toBeChecked();
});

test('adopts nothing from an empty form', async () => {
  await hydrate();
  expect(adopted).not.toHaveBeenCalled();
  await userEvent.setup().type(nom(), 'Durand');
  expect(nom()).toHaveValue('Durand');
});
