import type { HostLinkProps } from '@site/contract/host';
import type { ComponentType, MouseEvent } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { Navigation } from './navigation';

/** The browser itself follows links within the page: while its code loads, the router would delay them. */
export function createSiteLink({ isChecked, canShow, navigate }: Navigation): ComponentType<HostLinkProps> {
  return function Link({ to, onClick, ...anchor }) {
    const { pathname } = useLocation();
    const staysOnPage = to.startsWith(`${pathname}#`);
    // The composer has no paths to compare, but `reloadDocument` does not change the HTML.
    const isLoaded = staysOnPage || !canShow(to);
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (event.defaultPrevented || isLoaded || !isChecked || !isPlain(event)) return;
      event.preventDefault();
      navigate(to);
    };
    return <RouterLink to={to} reloadDocument={isLoaded} onClick={follow} {...anchor} />;
  };
}

const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  ['', '_self'].includes(event.currentTarget.target) &&
  !event.currentTarget.hasAttribute('download');
