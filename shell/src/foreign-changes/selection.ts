export type Field = HTMLInputElement | HTMLTextAreaElement;
export type Selection = Parameters<HTMLTextAreaElement['setSelectionRange']>;

const MARKS = ['|', '^', '~', '`'];

/** @returns null for elements without a readable selection, such as buttons, boxes and e-mail fields */
export function selectionOf(element: Element | null): Selection | null {
  const { selectionStart: start, selectionEnd: end, selectionDirection } = (element ?? {}) as Partial<Field>;
  return typeof start === 'number' ? [start, end ?? start, selectionDirection ?? undefined] : null;
}

/**
 * Scripts cannot read the caret of an e-mail field: a character is typed there and removed. This clears the history of
 * « Annuler », so only for a field that is about to be removed.
 * @returns null for other elements
 */
export function readEmailSelection(element: Element | null): Selection | null {
  if (!isEmailField(element) || element !== element.ownerDocument.activeElement) return null;
  const { value, ownerDocument } = element;
  const mark = MARKS.find((candidate) => !value.includes(candidate)) ?? '';
  typeSilently(ownerDocument, mark);
  const start = element.value.indexOf(mark);
  const selected = value.length + mark.length - element.value.length;
  setValue(element, value);
  return mark === '' || start < 0 ? null : [start, start + selected];
}

export function select(field: Field, selection: Selection): void {
  const isEmail = isEmailField(field);
  // An e-mail field refuses a selection, but keeps that of its earlier type.
  if (isEmail) field.type = 'text';
  field.setSelectionRange(...selection);
  if (isEmail) field.type = 'email';
}

/** React has its own setter on the node, which would hide the change from it. */
export function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}

const isEmailField = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'email';

function typeSilently(document: Document, text: string) {
  const silence = (event: Event) => event.stopImmediatePropagation();
  for (const type of ['beforeinput', 'input']) window.addEventListener(type, silence, true);
  // The only call that types at the caret of a field.
  document.execCommand('insertText', false, text);
  for (const type of ['beforeinput', 'input']) window.removeEventListener(type, silence, true);
}
