import { useEffect } from 'react';

/** Reports that its preceding siblings are hydrated or rendered, after the paint. */
export function ReportLive({ onLive }: { readonly onLive: () => void }) {
  useEffect(onLive, [onLive]);
  return null;
}
