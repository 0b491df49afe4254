import { Box, Flex } from '@site/shared-ui';
import { proof } from '../content/proof';

const { rows, result } = proof.example;

export function Sum() {
  return (
    <Box as="dl" fontVariantNumeric="tabular-nums">
      {rows.map((row) => (
        <Row key={row.label} {...row} />
      ))}
      <Row {...result} isResult />
    </Box>
  );
}

interface RowProps {
  readonly label: string;
  readonly amount: string;
  readonly isResult?: boolean;
}

function Row({ label, amount, isResult = false }: RowProps) {
  return (
    <Flex
      justify="space-between"
      gap="4"
      paddingBlock="3"
      borderTopWidth={isResult ? '2px' : '1px'}
      borderColor={isResult ? 'ink' : 'sand'}
      fontSize={isResult ? 'xl' : 'md'}
      fontWeight={isResult ? '700' : '400'}
    >
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </Flex>
  );
}
