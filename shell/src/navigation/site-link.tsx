import type { HostLinkProps } from '@site/contract/host';
import type { ComponentType, MouseEvent } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { Navigation } from './navigation';

/**
 * The site's link. The browser follows links within the page, which the router would hold back while the page waits for
 * its code, links to a page that the document does not have, and links into another tab or window.
 */
export function createSiteLink({ isChecked, isHere, navigate }: Navigation): ComponentType<HostLinkProps> {
  return function Link({ to, onClick, ...anchor }) {
    const { pathname } = useLocation();
    const staysOnPage = to.startsWith(`${pathname}#`);
    // Where no paths are known, as in the composer, the answer does not show in the HTML.
    const isLoaded = staysOnPage || !isHere(to);
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
