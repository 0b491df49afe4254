import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { replayPress } from './replay-press';

/**
 * Stands beside a page's content, so that it acts when that content is on screen: the title, then the scroll position
 * and the focus that a full page load would have given. A first page, and one returned to, has them from the browser.
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
    } else {
      window.scrollTo({ top: 0, behavior: 'instant' });
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
  }, [hash, type, key]);

  return null;
}
