import { Box, Flex, Grid, Icon, Text } from '@site/shared-ui';
import { CircleX } from 'lucide';
import { hero } from '../content/hero';

const TITLE_ID = 'pain-points-title';

export function PainPoints() {
  return (
    <Box
      marginTop={{ base: '10', md: '16' }}
      paddingTop="6"
      borderTopWidth="1px"
      borderColor="sand"
      css={{ '@media print': { breakInside: 'avoid' } }}
    >
      <Text id={TITLE_ID} fontFamily="heading" fontWeight="semibold" marginBottom="4">
        {hero.painPointsTitle}
      </Text>
      <Grid
        as="ul"
        aria-labelledby={TITLE_ID}
        templateColumns={{ base: '1fr', md: '1fr 1fr', lg: 'repeat(4, auto)' }}
        gap={{ base: '3', lg: '6' }}
        justifyContent="space-between"
      >
        {hero.painPoints.map((point) => (
          <Flex as="li" key={point} gap="3" align="center">
            <Icon of={CircleX} color="tile" />
            {point}
          </Flex>
        ))}
      </Grid>
    </Box>
  );
}
