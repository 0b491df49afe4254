import { useLayoutEffect } from 'react';
import { createPath, useNavigate } from 'react-router-dom';
import type { Navigation } from './navigation';

/** Lets code outside React, the host's `navigate`, use the router. */
export function AttachRouter({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useLayoutEffect(
    // As for a link: going to where one is leaves no second entry in the history.
    () => navigation.attach((to) => void navigate(to, { replace: to === createPath(window.location) })),
    [navigation, navigate],
  );
  return null;
}
