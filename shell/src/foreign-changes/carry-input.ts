import { watchRemovals } from './tolerate-moved-nodes';

const FIELDS = 'main :is(input, textarea)';
const TYPING = ['keydown', 'keypress', 'beforeinput'];

/**
 * React replaces composed nodes that an extension has changed. Carries the visitor's input over to the new ones:
 * values, choices, focus, caret and the click that is repeated after hydration. Replaced nodes keep their values.
 */
export function carryInput(root: HTMLElement, { location, document }: Window): void {
  const { pathname } = location;
  const fields = new Map([...root.querySelectorAll<Field>(FIELDS)].map((field) => [keyOf(field), field]));
  let focused = document.activeElement;
  let selection = selectionOf(focused);
  const onFocus = ({ target }: Event) => {
    focused = target as Element;
    onSelection();
  };
  // A removed field forgets its selection.
  const onSelection = () => {
    if (focused?.isConnected) selection = selectionOf(focused);
  };
  // Chromium also sends it for a focused node that is removed.
  const onBlur = ({ target }: Event) =>
    queueMicrotask(() => {
      if (focused === target && root.contains(focused)) focused = document.activeElement;
    });
  const listening = new AbortController();
  root.addEventListener('focusin', onFocus, listening);
  root.addEventListener('focusout', onBlur, listening);
  document.addEventListener('selectionchange', onSelection, listening);
  hideTyping(document, listening);

  const carry = () => {
    if (location.pathname !== pathname) return stop();
    carryFields();
    carryFocus();
  };
  const stopWatching = beforeRemoval(root, (nodes) => {
    if (nodes.contains(focused)) selection = readEmailSelection(focused) ?? selection;
  });
  const observer = new MutationObserver(carry);
  observer.observe(root, { childList: true, subtree: true });
  const { bootstrap } = window;
  if (bootstrap) {
    // It follows the commit that calls it: the events of typing would reach React too early.
    bootstrap.onHydrated = (next) =>
      queueMicrotask(() => {
        carry();
        stop();
        next();
      });
  }

  function stop() {
    observer.disconnect();
    stopWatching();
    listening.abort();
  }

  function carryFields() {
    const replaced = [...fields.values()].filter((field) => !field.isConnected);
    const present = replaced.length > 0 ? [...root.querySelectorAll<Field>(FIELDS)] : [];
    for (const field of replaced) {
      const next = counterpart(field, present);
      if (!next) continue;
      fields.set(keyOf(field), next);
      copyValue(field, next);
    }
  }

  function carryFocus() {
    const pressed = bootstrap?.pressed;
    if (pressed && !pressed.isConnected) bootstrap.pressed = replacementOf(pressed, root) ?? pressed;
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    const previous = selection;
    const next = replacementOf(focused, root);
    next?.focus({ preventScroll: true });
    if (next && previous) select(next as Field, previous);
    onSelection();
  }
}

/** React hydrates at once on an event of typing. If it replaces the field then, Firefox drops the character. */
function hideTyping(document: Document, { signal }: AbortController): void {
  const hide = (event: Event) => {
    const { target } = event;
    if (target instanceof Element && target.matches(FIELDS) && (event as KeyboardEvent).key !== 'Enter')
      event.stopPropagation();
  };
  for (const type of TYPING) document.addEventListener(type, hide, { capture: true, signal });
}

const replacementOf = (element: Element, root: HTMLElement) =>
  counterpart(element, root.querySelectorAll<HTMLElement>(element.tagName));

const keyOf = (element: Element): string =>
  [
    element.tagName,
    element.id || element.getAttribute('name') || element.getAttribute('href') || element.textContent,
  ].join();

const counterpart = <Kind extends Element>(element: Element, all: Iterable<Kind>): Kind | undefined =>
  [...all].find((other) => keyOf(other) === keyOf(element));

function copyValue(from: Field, to: Field): void {
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && /^(checkbox|radio)$/.test(from.type)) {
    if (from.checked !== from.defaultChecked && to.checked !== from.checked) to.click();
    return;
  }
  if (from.value === from.defaultValue || from.value === to.value) return;
  setValue(to, from.value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Calls back before React removes nodes of the root: all of them, or one of them.
 * @returns a function that ends it
 */
function beforeRemoval(root: HTMLElement, onRemoval: (nodes: Node) => void): () => void {
  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
  const stopWatching = watchRemovals(onRemoval);
  Object.defineProperty(root, 'textContent', {
    configurable: true,
    get: () => text?.get?.call(root),
    set(value) {
      onRemoval(root);
      text?.set?.call(root, value);
    },
  });
  return () => {
    stopWatching();
    Reflect.deleteProperty(root, 'textContent');
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement;
type Selection = Parameters<HTMLTextAreaElement['setSelectionRange']>;

const MARKS = ['|', '^', '~', '`'];

/** @returns null for elements without a readable selection, such as buttons, boxes and e-mail fields */
function selectionOf(element: Element | null): Selection | null {
  const { selectionStart: start, selectionEnd: end, selectionDirection } = (element ?? {}) as Partial<Field>;
  return typeof start === 'number' ? [start, end ?? start, selectionDirection ?? undefined] : null;
}

/**
 * Scripts cannot read the caret of an e-mail field: a character is typed there and removed. This clears the history of
 * « Annuler », so only for a field that is about to be removed.
 * @returns null for other elements
 */
function readEmailSelection(element: Element | null): Selection | null {
  if (!isEmailField(element) || element !== element.ownerDocument.activeElement) return null;
  const { value, ownerDocument } = element;
  const mark = MARKS.find((candidate) => !value.includes(candidate)) ?? '';
  typeSilently(ownerDocument, mark);
  const start = element.value.indexOf(mark);
  const selected = value.length + mark.length - element.value.length;
  setValue(element, value);
  return mark === '' || start < 0 ? null : [start, start + selected];
}

function select(field: Field, selection: Selection): void {
  const isEmail = isEmailField(field);
  // An e-mail field refuses a selection, but keeps that of its earlier type.
  if (isEmail) field.type = 'text';
  field.setSelectionRange(...selection);
  if (isEmail) field.type = 'email';
}

/** React has its own setter on the node, which would hide the change from it. */
function setValue(field: Field, value: string): void {
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
