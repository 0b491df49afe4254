import { PREVIEW_PARAMETER } from '@site/contract/addresses';

export type PreviewWindow = Pick<Window, 'location' | 'history' | 'document' | 'addEventListener'>;

/** `<name>@<id>`, several separated by commas; null without one. */
export const requestedPreview = ({ location }: Pick<PreviewWindow, 'location'>): string | null =>
  new URLSearchParams(location.search).get(PREVIEW_PARAMETER);
