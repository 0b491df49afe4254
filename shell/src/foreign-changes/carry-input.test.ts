import { carryInput } from './carry-input';

const FORM = `<main><form>
  <input id="field-name" name="name"><input id="field-email" name="email" type="email">
  <textarea id="field-message" name="message"></textarea><input type="checkbox" id="field-funding" name="funding">
  <input name="subject">
</form><a href="/booking">Réserver</a><button>Dates</button></main>`;

const root = document.createElement('div');
const find = (selector: string) => root.querySelector(selector) as HTMLInputElement;

beforeEach(() => {
  window.history.replaceState(null, '', '/contact');
  window.bootstrap = { pressed: null };
  root.innerHTML = FORM;
  document.body.replaceChildren(root);
  carryInput(root, window);
});
// Ends the observation.
afterEach(() => leave());

/** Does what React does when it cannot hydrate the nodes. */
async function renderAnew() {
  root.innerHTML = FORM;
  await Promise.resolve();
}

const endOfHydration = () => new Promise<void>((resolve) => window.bootstrap?.onHydrated?.(resolve));

async function leave() {
  window.history.replaceState(null, '', '/booking');
  await renderAnew();
}

test('values and choices are carried over with the events of typing', async () => {
  const typed: string[] = [];
  root.addEventListener('input', ({ target }) => typed.push((target as HTMLInputElement).name));
  Object.assign(find('#field-name'), { value: 'Zoé' });
  Object.assign(find('#field-message'), { value: 'Bonjour' });
  Object.assign(find('[name=subject]'), { value: 'robot' });
  Object.assign(find('#field-funding'), { checked: true });
  await renderAnew();
  expect(find('#field-name').value).toBe('Zoé');
  expect(find('#field-message').value).toBe('Bonjour');
  expect(find('[name=subject]').value).toBe('robot');
  expect(find('#field-funding').checked).toBe(true);
  expect(find('#field-email').value).toBe('');
  expect(typed).toEqual(['name', 'message', 'funding', 'subject']);
});

test('React sees no key of a text field until the form is hydrated, but Enter', async () => {
  const seen: string[] = [];
  root.addEventListener('keydown', ({ key }) => seen.push(key));
  const press = (key: string) =>
    find('#field-name').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  for (const key of ['a', 'Enter']) press(key);
  expect(seen).toEqual(['Enter']);
  await endOfHydration();
  press('b');
  expect(seen).toEqual(['Enter', 'b']);
});

test('the focus and the selection are carried over, also twice', async () => {
  const name = find('#field-name');
  Object.assign(name, { value: 'Zoé Martin' });
  name.focus();
  name.setSelectionRange(1, 3);
  document.dispatchEvent(new Event('selectionchange'));
  for (const _ of [1, 2]) {
    await renderAnew();
    expect(document.activeElement).toBe(find('#field-name'));
    expect([find('#field-name').selectionStart, find('#field-name').selectionEnd]).toEqual([1, 3]);
  }
});

test.each(['a', 'button', '#field-email', '#field-funding'])('the focus on %s is carried over', async (selector) => {
  find(selector).focus();
  await renderAnew();
  expect(document.activeElement).toBe(find(selector));
});

test('a focus that the visitor took away is not set again', async () => {
  find('#field-name').focus();
  find('#field-name').blur();
  await Promise.resolve();
  await renderAnew();
  expect(document.activeElement).toBe(document.body);
});

test('the recorded click moves to the new button', async () => {
  Object.assign(window.bootstrap ?? {}, { pressed: find('button') });
  await renderAnew();
  expect(window.bootstrap?.pressed).toBe(find('button'));
});

test('values wait while the form is absent', async () => {
  Object.assign(find('#field-name'), { value: 'Zoé' });
  root.innerHTML = '<main></main>';
  await Promise.resolve();
  await renderAnew();
  expect(find('#field-name').value).toBe('Zoé');
});

test('nothing is carried over to another page', async () => {
  Object.assign(find('#field-name'), { value: 'Zoé' });
  await leave();
  expect(find('#field-name').value).toBe('');
});

test('what was replaced just before the end of hydration is carried over', async () => {
  Object.assign(find('#field-name'), { value: 'Zoé' });
  root.innerHTML = FORM;
  await endOfHydration();
  expect(find('#field-name').value).toBe('Zoé');
});

test('it ends after hydration', async () => {
  await endOfHydration();
  Object.assign(find('#field-name'), { value: 'Zoé' });
  await renderAnew();
  expect(find('#field-name').value).toBe('');
});
