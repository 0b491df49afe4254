/** Messages of the site's process to the backend, over the IPC channel. */
export interface SiteNews {
  /** Ids of the published releases of each part of the site: the names that incidents may carry. */
  readonly knownReleases?: Readonly<Record<string, readonly string[]>>;
  /** How many addresses opened a page within a day, counted up to three; null where that is not known. */
  readonly visitors?: number | null;
}

/** The valid parts of a message. */
export function readNews(message: unknown): SiteNews {
  if (typeof message !== 'object' || message === null) return {};
  const { knownReleases, visitors } = message as Record<string, unknown>;
  return {
    ...(isListOfIds(knownReleases) && { knownReleases }),
    ...((visitors === null || isCount(visitors)) && { visitors }),
  };
}

function isListOfIds(value: unknown): value is Record<string, string[]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'));
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
