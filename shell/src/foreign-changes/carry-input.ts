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
    if (next && previous) (next as Field).setSelectionRange(...previous);
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
  // React has its own setter on the node, which would hide the change from it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, from.value);
  to.dispatchEvent(new Event('input', { bubbles: true }));
}

type Field = HTMLInputElement | HTMLTextAreaElement;
type Selection = Parameters<HTMLTextAreaElement['setSelectionRange']>;

/** @returns null for buttons, boxes and e-mail fields, whose caret scripts cannot read: it is then at the end */
function selectionOf(element: Element | null): Selection | null {
  const { selectionStart: start, selectionEnd: end, selectionDirection } = (element ?? {}) as Partial<Field>;
  return typeof start === 'number' ? [start, end ?? start, selectionDirection ?? undefined] : null;
}
