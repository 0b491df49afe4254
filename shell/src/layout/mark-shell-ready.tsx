import { useLayoutEffect } from 'react';

/** Marks on `html` that the shell runs, for the inline bootstrap and the styles. */
export function MarkShellReady() {
  useLayoutEffect(() => {
    document.documentElement.dataset.shell = 'live';
  }, []);
  return null;
}
