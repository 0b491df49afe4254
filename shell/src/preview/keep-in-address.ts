import { PREVIEW_PARAMETER } from '@site/contract/addresses';
import type { PreviewWindow } from './requested-preview';

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>;

/** @param requested null for the address without a preview */
export function addressWith({ pathname, search, hash }: Address, requested: string | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(PREVIEW_PARAMETER);
  if (requested !== null) parameters.set(PREVIEW_PARAMETER, requested);
  // A path that begins with two slashes would name another site.
  const path = pathname.replace(/^\/+/, '/');
  // Safari 16 and Chrome 112 have no `URLSearchParams.size`.
  const query = parameters.toString();
  return path + (query && `?${query}`) + hash;
}

/** Follows the links that the router leaves to the browser: a preview's page has no storage to remember the preview. */
export function keepInLinks(page: PreviewWindow, requested: string) {
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || !isPlain(event) || !isFollowedHere(link, page)) return;
    event.preventDefault();
    page.location.assign(addressWith(link, requested));
  });
}

/** The router knows nothing of the preview, and adds its pages to the history. */
export function keepInHistory({ history, location }: PreviewWindow, requested: string) {
  for (const method of ['pushState', 'replaceState'] as const) {
    const change = history[method].bind(history);
    history[method] = (state, unused, address) => {
      const target = address && new URL(address, location.href);
      const kept = target ? addressWith(target, requested) : address;
      try {
        change(state, unused, kept);
      } catch (error) {
        // In WebKit, a page without an origin keeps its address.
        if (!kept || !(error instanceof DOMException && error.name === 'SecurityError')) throw error;
        location.assign(kept);
      }
    };
  }
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

// `location.origin` is that of the address, also in a page whose own origin is opaque.
const isFollowedHere = (link: HTMLAnchorElement, { location }: PreviewWindow) =>
  link.origin === location.origin && ['', '_self'].includes(link.target) && !link.hasAttribute('download');
