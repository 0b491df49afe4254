import type { HostLinkProps } from '@site/contract/host';
import type { ComponentType, MouseEvent } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import type { Navigation } from './navigation';

/**
 * The site's link. The browser follows links within the page, which the router would hold back while the page waits for
 * its code, and links into another tab or window.
 */
export function createSiteLink({ isChecked, navigate }: Navigation): ComponentType<HostLinkProps> {
  return function Link({ to, onClick, ...anchor }) {
    const { pathname } = useLocation();
    const staysOnPage = to.startsWith(`${pathname}#`);
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (event.defaultPrevented || staysOnPage || !isChecked || !isPlain(event)) return;
      event.preventDefault();
      navigate(to);
    };
    return <RouterLink to={to} reloadDocument={staysOnPage} onClick={follow} {...anchor} />;
  };
}

const isPlain = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  ['', '_self'].includes(event.currentTarget.target) &&
  !event.currentTarget.hasAttribute('download');
