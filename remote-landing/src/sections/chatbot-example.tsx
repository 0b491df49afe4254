import { Box, Card, Grid, Heading, Picture, Tag, Text } from '@site/shared-ui';
import { proof } from '../content/proof';
import { Sum } from './sum';

const DRAWING_SIZE_PX = 400;

const { example } = proof;

/** The value of a chatbot against the price of the day, marked as an example. */
export function ChatbotExample() {
  return (
    <Card>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)', lg: 'minmax(0, 1fr) 25rem' }}
        gap={{ base: '8', lg: '16' }}
        alignItems="center"
      >
        <Box>
          <Tag>{example.tag}</Tag>
          <Heading as="h3" size="xl" marginTop="3" marginBottom="2">
            {example.title}
          </Heading>
          <Text marginBottom="5">{example.text}</Text>
          <Sum />
          <Text fontSize="sm" marginTop="4">
            {example.caution}
          </Text>
        </Box>
        <Picture {...example.drawing} width={DRAWING_SIZE_PX} height={DRAWING_SIZE_PX} />
      </Grid>
    </Card>
  );
}
