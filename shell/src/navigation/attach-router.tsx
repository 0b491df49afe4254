import { useLayoutEffect } from 'react';
import { createPath, useNavigate } from 'react-router-dom';
import type { Navigation } from './navigation';

/** Gives the router to code outside React: the host's `navigate`. */
export function AttachRouter({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useLayoutEffect(
    // As for a link: navigation to the current address adds no history entry.
    () => navigation.attach((to) => void navigate(to, { replace: to === createPath(window.location) })),
    [navigation, navigate],
  );
  return null;
}
