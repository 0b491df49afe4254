import { Box, Card, Flex, Heading, Tag, Text } from '@site/shared-ui';
import { proof } from '../content/proof';

const { example } = proof;

/** What a chatbot is worth beside the price of the day: arithmetic, marked as an example. */
export function ChatbotExample() {
  return (
    <Card>
      <Tag>{example.tag}</Tag>
      <Heading as="h3" size="xl" marginTop="3" marginBottom="2">
        {example.title}
      </Heading>
      <Text marginBottom="5">{example.text}</Text>
      <Box as="dl" fontVariantNumeric="tabular-nums">
        {example.rows.map((row) => (
          <Row key={row.label} {...row} />
        ))}
        <Row {...example.result} isResult />
      </Box>
      <Text fontSize="sm" marginTop="4">
        {example.caution}
      </Text>
    </Card>
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
