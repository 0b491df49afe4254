import { Box, Flex, Grid, Heading, Icon, Picture, Text } from '@site/shared-ui';
import { ArrowRight } from 'lucide';
import type { Automation } from '../content/programme';

const DRAWING_WIDTH_PX = 400;

interface AutomationRowProps extends Automation {
  readonly number: number;
}

export function AutomationRow({ icon, title, description, benefit, drawing, number }: AutomationRowProps) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 20rem)', lg: 'minmax(0, 1fr) 25rem' }}
      columnGap={{ base: '4', md: '8', lg: '16' }}
      rowGap="5"
      paddingBlock={{ base: '7', md: '10' }}
      alignItems="center"
    >
      <Box>
        <Flex gap="4" align="center" marginBottom={{ base: '2', md: '4' }} color="tile">
          <Text aria-hidden fontFamily="heading" fontSize="4xl" fontWeight="bold" lineHeight="1">
            {number}
          </Text>
          <Icon of={icon} />
        </Flex>
        <Heading as="h3" size="xl" marginBottom="2">
          {title}
        </Heading>
        <Text maxWidth="prose">{description}</Text>
        <Flex gap="3" marginTop="4" color="sage" fontWeight="semibold">
          <Icon of={ArrowRight} />
          <Text>{benefit}</Text>
        </Flex>
      </Box>
      <Picture {...drawing} width={DRAWING_WIDTH_PX} />
    </Grid>
  );
}
