import { TextLink } from '@site/shared-ui';
import type { ComponentProps, ReactNode } from 'react';
import { TitledSection } from '../view/titled-section';
import type { View } from '../view/view';
import { ViewLink } from '../view/view-link';

export const Part = (section: Pick<ComponentProps<typeof TitledSection>, 'id' | 'title' | 'children'>) => (
  <TitledSection size="lg" gap="3" align="flex-start" {...section} />
);

interface FollowProps {
  readonly to: Partial<View>;
  readonly children: ReactNode;
}

export function Follow({ to, children }: FollowProps) {
  return (
    <TextLink asChild display="flex" width="fit-content" alignItems="center" minHeight="11" overflowWrap="anywhere">
      <ViewLink to={to}>{children}</ViewLink>
    </TextLink>
  );
}
