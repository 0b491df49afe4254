import { isFormInUse } from './form-in-use';

const FORM = `<main>
  <button type="button">Réessayer</button>
  <input name="name" value="Martin">
  <input type="checkbox" name="funded">
  <textarea name="message"></textarea>
  <select name="first"><option>Un</option><option>Deux</option></select>
  <select name="second"><option>Un</option><option selected>Deux</option></select>
</main>`;

const find = <Kind extends HTMLElement>(selector: string) => {
  const element = document.querySelector<Kind>(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
};

beforeEach(() => {
  document.body.innerHTML = FORM;
});

test('an unchanged form is not in use, even while a button has the focus', () => {
  expect(isFormInUse(find('main'))).toBe(false);
  find('button').focus();
  expect(isFormInUse(find('main'))).toBe(false);
  expect(isFormInUse(null)).toBe(false);
});

test.each([
  ['a field has the focus', () => find('input').focus()],
  ['something was typed', () => Object.assign(find('textarea'), { value: 'Bonjour' })],
  ['something was deleted', () => Object.assign(find('input'), { value: '' })],
  ['a box was ticked', () => find('[type=checkbox]').click()],
  ['something was chosen', () => Object.assign(find('[name=first]'), { selectedIndex: 1 })],
  ['something else was chosen', () => Object.assign(find('[name=second]'), { selectedIndex: 0 })],
])('a form is in use when %s', (_, act) => {
  act();
  expect(isFormInUse(find('main'))).toBe(true);
});
