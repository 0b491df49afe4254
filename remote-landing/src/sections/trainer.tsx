import type { Site } from '@site/contract/host';
import { Box, Container, Flex, Heading, Reveal, Section, Text } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { Portrait } from './portrait';

const TITLE_ID = 'trainer-title';

export function Trainer({ trainer: { name, path, photo } }: { readonly trainer: NonNullable<Site['trainer']> }) {
  return (
    <Section labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Flex direction={{ base: 'column', md: 'row' }} gap={{ base: '6', md: '10' }} align={{ md: 'center' }}>
            {photo && <Portrait src={photo} name={name} />}
            <Box>
              <Text color="tile" fontWeight="semibold">
                {trainingSheet.trainer}
              </Text>
              <Heading as="h2" id={TITLE_ID} size="2xl" marginBottom="3">
                {name}
              </Heading>
              <Text maxWidth="prose">{path}</Text>
            </Box>
          </Flex>
        </Reveal>
      </Container>
    </Section>
  );
}
