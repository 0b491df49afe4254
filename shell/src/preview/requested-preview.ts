/** Where the tab remembers which release it previews. */
export const PREVIEW_KEY = 'release-preview';
export const PREVIEW_PARAMETER = 'release';

/** The part of `window` that a preview needs. */
export type PreviewWindow = Pick<Window, 'location' | 'sessionStorage' | 'document'>;

/** `<name>@<id>`, as the address or an earlier page of this tab says; null for visitors. */
export function requestedPreview(page: Pick<PreviewWindow, 'location' | 'sessionStorage'>): string | null {
  const asked = new URLSearchParams(page.location.search).get(PREVIEW_PARAMETER);
  if (asked !== null) return asked;
  try {
    return page.sessionStorage.getItem(PREVIEW_KEY);
  } catch {
    // The browser refuses storage: the preview lasts for the page that asks for it.
    return null;
  }
}
