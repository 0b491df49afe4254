import type { Site } from '@site/contract/host';
import { Box, Flex, Grid, Heading, Stack, Text } from '@site/shared-ui';
import { page } from './content/page';

export function NextSteps({ site }: { readonly site: Site }) {
  return (
    <Stack gap="5">
      <Heading as="h2" size="xl">
        {page.next.title}
      </Heading>
      <Stack as="ol" gap="5">
        {page.next.steps(site).map(({ title, text }, index) => (
          <Grid as="li" key={title} gap="4" templateColumns="auto 1fr">
            <StepNumber>{index + 1}</StepNumber>
            <Box>
              <Heading as="h3" size="md">
                {title}
              </Heading>
              <Text marginTop="1">{text}</Text>
            </Box>
          </Grid>
        ))}
      </Stack>
    </Stack>
  );
}

// Hidden from assistive technology, since an ordered list announces its own numbers.
function StepNumber({ children }: { readonly children: number }) {
  return (
    <Flex
      aria-hidden
      align="center"
      justify="center"
      width="8"
      height="8"
      borderRadius="full"
      borderWidth="2px"
      borderColor="ink"
      bg="chalk"
      fontWeight="bold"
    >
      {children}
    </Flex>
  );
}
