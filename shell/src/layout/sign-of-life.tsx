import { useLayoutEffect } from 'react';

/** Tells the early script and the styles that the shell runs: whatever was said of its absence goes. */
export function SignOfLife() {
  useLayoutEffect(() => {
    document.documentElement.dataset.shell = 'live';
  }, []);
  return null;
}
