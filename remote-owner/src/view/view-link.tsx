import { chakra } from '@site/shared-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { addressOf, openView, type View } from './view';

const Anchor = chakra('a');

interface ViewLinkProps extends Omit<ComponentProps<typeof Anchor>, 'href'> {
  readonly to: Partial<View>;
  /** Takes the place of the open view in the browser's history. */
  readonly replace?: boolean;
}

export function ViewLink({ to, replace = false, ...anchor }: ViewLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openView(to, { replace });
    if (replace) window.scrollTo({ top: 0, behavior: 'instant' });
  };
  return <Anchor href={addressOf(to)} onClick={follow} {...anchor} />;
}
