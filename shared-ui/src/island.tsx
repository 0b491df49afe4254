import type { Host, HostedPage } from '@site/contract/host';
import { useEffect, useRef, useState } from 'react';

/** A page that another React, or another library, renders. Everything that it needs is bundled with it. */
export interface Island {
  /** Makes its HTML, in the composer. Missing in the browser, which has the composed nodes. */
  readonly html?: ((host: Host) => string) | undefined;
  /**
   * Takes over the element's nodes, or fills it if it has none.
   * @param onError for what it throws later: the page fails like any other, and the previous release takes its place
   * @returns a function that ends it
   */
  readonly mount: (element: HTMLElement, host: Host, onError: (error: unknown) => void) => () => void;
}

/** The page that the shell shows for an island. The shell's providers and styles do not reach into it. */
export function createIsland({ html, mount }: Island): HostedPage {
  return function IslandPage({ host }) {
    const place = useRef<HTMLDivElement>(null);
    const [fault, setFault] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => (place.current ? mount(place.current, host, (error) => setFault({ error })) : undefined), [host]);
    if (fault) throw fault.error;
    // Hydration leaves composed nodes as they are, although the browser has no HTML to compare them with.
    return <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html?.(host) ?? '' }} />;
  };
}
