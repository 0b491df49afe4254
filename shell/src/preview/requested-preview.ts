export const PREVIEW_KEY = 'release-preview';
export const PREVIEW_PARAMETER = 'release';

export type PreviewWindow = Pick<Window, 'location' | 'sessionStorage' | 'document'>;

/** `<name>@<id>` from the address or an earlier page of this tab; null for visitors. */
export function requestedPreview(page: Pick<PreviewWindow, 'location' | 'sessionStorage'>): string | null {
  const inAddress = new URLSearchParams(page.location.search).get(PREVIEW_PARAMETER);
  if (inAddress !== null) return inAddress;
  try {
    return page.sessionStorage.getItem(PREVIEW_KEY);
  } catch {
    // Without access to storage, the preview lasts for the page that requests it.
    return null;
  }
}
