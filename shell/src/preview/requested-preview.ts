import { PREVIEW_PARAMETER } from '@site/contract/addresses';

export const PREVIEW_KEY = 'release-preview';

export type PreviewWindow = Pick<Window, 'location' | 'sessionStorage' | 'document'>;

/** `<name>@<id>`, several separated by commas, from the address or an earlier page of this tab; null without one. */
export function requestedPreview(page: Pick<PreviewWindow, 'location' | 'sessionStorage'>): string | null {
  const inAddress = previewInAddress(page);
  if (inAddress !== null) return inAddress;
  try {
    return page.sessionStorage.getItem(PREVIEW_KEY);
  } catch {
    // Without access to storage, the preview lasts for the page that requests it.
    return null;
  }
}

export const previewInAddress = ({ location }: Pick<PreviewWindow, 'location'>): string | null =>
  new URLSearchParams(location.search).get(PREVIEW_PARAMETER);
