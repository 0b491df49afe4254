import { useLayoutEffect } from 'react';

/** Tells the inline bootstrap and the styles that the shell runs: whatever was said of its absence goes. */
export function MarkShellReady() {
  useLayoutEffect(() => {
    document.documentElement.dataset.shell = 'live';
  }, []);
  return null;
}
