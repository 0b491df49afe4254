import { useLayoutEffect } from 'react';

/** Marks the page for the inline bootstrap and the styles: the shell runs, its load error is hidden. */
export function MarkShellReady() {
  useLayoutEffect(() => {
    document.documentElement.dataset.shell = 'live';
  }, []);
  return null;
}
