import { chakra } from '@site/shared-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { addressOf, openView, type View } from './view';

const Anchor = chakra('a');

interface ViewLinkProps extends Omit<ComponentProps<typeof Anchor>, 'href'> {
  readonly to: Partial<View>;
}

export function ViewLink({ to, ...anchor }: ViewLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openView(to);
  };
  return <Anchor href={addressOf(to)} onClick={follow} {...anchor} />;
}
