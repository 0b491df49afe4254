import type { Site } from '@site/contract/host';
import { Box, Container, chakra, Flex, Heading, Reveal, Section, Text } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';

const TRAINER_TITLE_ID = 'trainer-title';

export function Trainer({ trainer: { name, path, photo } }: { readonly trainer: NonNullable<Site['trainer']> }) {
  return (
    <Section labelledBy={TRAINER_TITLE_ID}>
      <Container>
        <Reveal>
          <Flex direction={{ base: 'column', md: 'row' }} gap={{ base: '6', md: '10' }} align={{ md: 'center' }}>
            {photo && <Portrait src={photo} name={name} />}
            <Box>
              <Text color="tile" fontWeight="semibold">
                {trainingSheet.trainer}
              </Text>
              <Heading as="h2" id={TRAINER_TITLE_ID} size="2xl" marginBottom="3">
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

const SIDE_PX = 128;

function Portrait({ src, name }: { readonly src: string; readonly name: string }) {
  return (
    <chakra.img
      src={src}
      alt={name}
      htmlWidth={SIDE_PX}
      htmlHeight={SIDE_PX}
      width="32"
      height="32"
      borderRadius="card"
      objectFit="cover"
      flexShrink="0"
      loading="lazy"
      decoding="async"
    />
  );
}
