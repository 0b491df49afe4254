import { Box, Card, Flex, Heading, Stack, Text } from '@site/shared-ui';
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

export interface Row {
  readonly label: string;
  readonly value: string;
  readonly isBad?: boolean;
  readonly notes?: readonly string[];
}

interface RowsProps extends Pick<ComponentProps<typeof Stack>, 'gap' | 'width'> {
  readonly rows: readonly Row[];
}

/** Labels, each with its value beside it. */
export const Rows = ({ rows, gap = '3', width }: RowsProps) => (
  <Stack as="dl" gap={gap} width={width}>
    {rows.map(({ label, value, isBad = false, notes = [] }) => (
      <Flex key={label} justify="space-between" columnGap="4" wrap="wrap">
        <Text as="dt">{label}</Text>
        <Box as="dd" fontWeight="semibold" color={isBad ? 'alarm' : undefined}>
          {value}
        </Box>
        {notes.map((note) => (
          <Box as="dd" key={note} width="full" fontSize="sm" color="ink.soft" overflowWrap="anywhere">
            {note}
          </Box>
        ))}
      </Flex>
    ))}
  </Stack>
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
