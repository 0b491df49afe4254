import { useEffect, useState } from 'react';

/** A download can still be reading after its page is left. */
const READING_TIME_MS = 30_000;

/** The address of a text as a download; undefined before the first effect. */
export function useDownloadUrl(text: string, mediaType: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: mediaType }));
    setUrl(made);
    return () => {
      setTimeout(() => URL.revokeObjectURL(made), READING_TIME_MS);
    };
  }, [text, mediaType]);
  return url;
}
