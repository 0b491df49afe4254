import { Box, Flex, Grid, Heading, Icon, Text } from '@site/shared-ui';
import { ArrowRight } from 'lucide-react';
import type { Automation } from '../content/programme';

/** One automation: its number, what it is, and what it gives back. */
export function AutomationRow({ icon, title, description, benefit, number }: Automation & { readonly number: number }) {
  return (
    <Grid
      templateColumns={{ base: 'auto 1fr', lg: '64px 7fr 4fr' }}
      columnGap={{ base: '4', lg: '8' }}
      rowGap="4"
      paddingBlock={{ base: '6', md: '8' }}
      alignItems="start"
    >
      <Text
        aria-hidden
        fontFamily="heading"
        fontSize={{ base: '3xl', md: '4xl' }}
        fontWeight="bold"
        lineHeight="1"
        color="tile"
      >
        {number}
      </Text>
      <Box>
        <Flex gap="3" align="center" marginBottom="2">
          <Icon of={icon} />
          <Heading as="h3" size="xl">
            {title}
          </Heading>
        </Flex>
        <Text maxWidth="prose">{description}</Text>
      </Box>
      <Flex gap="3" gridColumn={{ base: '2', lg: '3' }} color="sage" fontWeight="semibold">
        <Icon of={ArrowRight} />
        <Text>{benefit}</Text>
      </Flex>
    </Grid>
  );
}
