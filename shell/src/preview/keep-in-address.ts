import { PREVIEW_PARAMETER } from '@site/contract/addresses';
import { type PreviewWindow, requestedPreview } from './requested-preview';

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

/** After each step of the router, which knows nothing of the preview. */
export function keepInAddress({ history, location }: PreviewWindow, requested: string) {
  if (requestedPreview({ location }) === null) {
    history.replaceState(history.state, '', addressWith(location, requested));
  }
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

// `location.origin` is that of the address, also in a page whose own origin is opaque.
const isFollowedHere = (link: HTMLAnchorElement, { location }: PreviewWindow) =>
  link.origin === location.origin && ['', '_self'].includes(link.target) && !link.hasAttribute('download');
