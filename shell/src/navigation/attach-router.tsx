import { useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Navigation } from './navigation';

/** Lets code outside React, the host's `navigate`, use the router. */
export function AttachRouter({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useLayoutEffect(() => navigation.attach((to) => void navigate(to)), [navigation, navigate]);
  return null;
}
