import { Heading, Stack } from '@site/shared-ui';
import type { ComponentProps, ReactNode } from 'react';

interface TitledSectionProps extends Pick<ComponentProps<typeof Stack>, 'gap' | 'align'> {
  readonly id: string;
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  readonly children: ReactNode;
}

export function TitledSection({ id, title, size = 'xl', gap = '4', align, children }: TitledSectionProps) {
  return (
    <Stack as="section" gap={gap} align={align} aria-labelledby={id}>
      <Heading as="h3" size={size} id={id}>
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
