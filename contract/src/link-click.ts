type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Whether the browser would follow the link in this window. */
export const isFollowedHere = (click: Click, link: HTMLAnchorElement): boolean =>
  click.button === 0 &&
  !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) &&
  ['', '_self'].includes(link.target) &&
  !link.hasAttribute('download');
