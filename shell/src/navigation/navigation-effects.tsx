import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { replayPress } from './replay-press';

/** Render it next to a page's content. On a first page, Back and Forward, the browser sets scroll and focus. */
export function NavigationEffects({ title }: { readonly title: string }) {
  const { hash, key } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(replayPress, []);

  useEffect(() => {
    if (type === 'POP') return;
    const target = targetOf(hash.slice(1));
    if (target) {
      target.scrollIntoView({ behavior: 'instant' });
      target.focus({ preventScroll: true });
    } else {
      window.scrollTo({ top: 0, behavior: 'instant' });
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  }, [hash, type, key]);

  return null;
}

/** Like the browser: the fragment as it is written, then decoded. */
function targetOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(fragment) ?? document.getElementById(decodeURIComponent(fragment));
  } catch {
    // No text is encoded like this, so no element has it as its id.
    return null;
  }
}
