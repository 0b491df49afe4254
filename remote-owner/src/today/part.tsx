import { Heading, Stack, TextLink } from '@site/shared-ui';
import type { ReactNode } from 'react';
import type { View } from '../view/view';
import { ViewLink } from '../view/view-link';

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function Part({ id, title, children }: PartProps) {
  return (
    <Stack as="section" gap="3" align="flex-start" aria-labelledby={id}>
      <Heading as="h3" size="lg" id={id}>
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

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
