import { Card, Heading, Stack } from '@site/shared-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Summary } from './frame';

interface FoldedCardProps {
  readonly title: string;
  /** The id of the heading, which then takes the focus. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A card that its heading opens, as does an address that names a field in it. */
export const FoldedCard = ({ title, id, children }: FoldedCardProps) => (
  <Card>
    <details>
      <Summary>
        <Heading as="h3" size="xl" display="inline" id={id} tabIndex={id ? -1 : undefined}>
          {title}
        </Heading>
      </Summary>
      {children}
    </details>
  </Card>
);

interface TitledCardProps
  extends Pick<ComponentProps<typeof Stack>, 'gap'>,
    Pick<ComponentProps<typeof Heading>, 'as'> {
  readonly title: string;
  readonly size?: 'lg' | 'xl';
  readonly children: ReactNode;
}

export const TitledCard = ({ title, as = 'h3', size = 'xl', gap = '4', children }: TitledCardProps) => (
  <Card>
    <Stack gap={gap}>
      <Heading as={as} size={size} overflowWrap="anywhere">
        {title}
      </Heading>
      {children}
    </Stack>
  </Card>
);
