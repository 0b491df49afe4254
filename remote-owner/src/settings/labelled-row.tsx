import { Box, Flex, Text } from '@site/shared-ui';

export interface Row {
  readonly label: string;
  readonly value: string;
  readonly isBad: boolean;
  readonly notes?: readonly string[];
}

/** Stands inside a `dl`. */
export function LabelledRow({ row: { label, value, isBad, notes = [] } }: { readonly row: Row }) {
  return (
    <Flex justify="space-between" columnGap="4" wrap="wrap">
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
  );
}
