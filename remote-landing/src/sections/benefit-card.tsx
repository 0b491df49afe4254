import { Box, Card, Heading, Icon, Picture, Text } from '@site/shared-ui';
import type { Benefit } from '../content/benefits';

const DRAWING_WIDTH_PX = 320;
const DRAWING_HEIGHT_PX = 200;

/** Text above its picture; beside it on a tablet, where a card is as wide as the page. */
export function BenefitCard({ icon, title, description, drawing }: Benefit) {
  return (
    <Card
      as="li"
      display="grid"
      gap="6"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 18rem)', lg: 'minmax(0, 1fr)' }}
      alignItems={{ md: 'center', lg: 'end' }}
    >
      <Box alignSelf={{ lg: 'start' }}>
        <Icon of={icon} display="block" color="tile" marginBottom="4" />
        <Heading as="h3" size="xl" marginBottom="2">
          {title}
        </Heading>
        <Text>{description}</Text>
      </Box>
      <Picture {...drawing} width={DRAWING_WIDTH_PX} height={DRAWING_HEIGHT_PX} />
    </Card>
  );
}
