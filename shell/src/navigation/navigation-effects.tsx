import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { replayPress } from './replay-press';

/**
 * Render it beside a page's content: once that is on screen, it sets the title, the scroll position and the focus as a
 * full page load would. On a first page and after Back or Forward, scroll position and focus are the browser's.
 */
export function NavigationEffects({ title }: { readonly title: string }) {
  const { hash, key } = useLocation();
  const type = useNavigationType();

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(replayPress, []);

  useEffect(() => {
    if (type === 'POP') return;
    const target = document.getElementById(hash.slice(1));
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
