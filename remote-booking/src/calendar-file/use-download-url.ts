import { useEffect, useState } from 'react';

/** A download that has begun may still be reading when its page is left. */
const READING_TIME_MS = 30_000;

/** An address from which the browser downloads a text made in the page; undefined until it is there. */
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
