import { Box, Card, Grid, Heading, Picture, Tag, Text } from '@site/shared-ui';
import { proof } from '../content/proof';
import { Sum } from './sum';

const DRAWING_WIDTH_PX = 400;
const DRAWING_HEIGHT_PX = 328;

const { example } = proof;

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
        </Box>
        <Picture {...example.drawing} width={DRAWING_WIDTH_PX} height={DRAWING_HEIGHT_PX} />
      </Grid>
    </Card>
  );
}
