import { useLayoutEffect } from 'react';
import { createPath, useNavigate } from 'react-router-dom';
import type { Navigation } from './navigation';

/** Makes the router available to `host.navigate`, which runs outside React. */
export function AttachRouter({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useLayoutEffect(
    // As with a link, navigation to the current address adds no history entry.
    () => navigation.attach((to) => void navigate(to, { replace: to === createPath(window.location) })),
    [navigation, navigate],
  );
  return null;
}
