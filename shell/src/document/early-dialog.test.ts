import { EARLY_DIALOG_ATTRIBUTE } from '@site/contract/page-data';
import '@site/shared-ui/testing';
import { openEarlyDialog } from './early-dialog';

const onPhone = (matches: boolean) => {
  window.matchMedia = (() => ({ matches })) as unknown as typeof window.matchMedia;
};
const find = (id: string) => document.getElementById(id) as HTMLElement;
const isOpen = () => (find('sheet') as HTMLDialogElement).open;

beforeAll(() => openEarlyDialog(EARLY_DIALOG_ATTRIBUTE));

beforeEach(() => {
  document.body.innerHTML = `
    <button id="opener" aria-controls="sheet" ${EARLY_DIALOG_ATTRIBUTE}="(max-width: 767.98px)"><span id="text">Choisir</span></button>
    <button id="other" aria-controls="sheet">Autre</button>
    <dialog id="sheet"><button id="close">Fermer</button></dialog>`;
  window.bootstrap = { pressed: find('opener') };
  onPhone(true);
});

afterEach(() => {
  window.bootstrap = undefined;
});

test('a press before hydration opens the dialog of the button', () => {
  find('text').click();
  expect(isOpen()).toBe(true);
  expect(window.bootstrap?.pressed).toBe(find('opener'));
});

test('a button inside closes it, and the press that opened it is not repeated', () => {
  find('opener').click();
  find('close').click();
  expect(isOpen()).toBe(false);
  expect(window.bootstrap?.pressed).toBeNull();
});

test('a dialog that was opened again before the event of its close arrives keeps its press', () => {
  find('opener').click();
  find('sheet').dispatchEvent(new Event('close'));
  expect(window.bootstrap?.pressed).toBe(find('opener'));
});

test.each([
  ['where the media query does not match', () => onPhone(false), 'opener'],
  ['after hydration', () => (window.bootstrap = undefined), 'opener'],
  ['of a button that opens no dialog early', () => undefined, 'other'],
  ['whose dialog is gone', () => find('sheet').replaceWith('Rien'), 'opener'],
])('a press %s opens nothing', (_, change, pressed) => {
  const sheet = find('sheet') as HTMLDialogElement;
  change();
  find(pressed).click();
  expect(sheet.open).toBe(false);
});
