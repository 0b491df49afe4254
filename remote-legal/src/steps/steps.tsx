import type { Host } from '@site/contract/host';
import { Box, Container, Flex, Heading, Icon, ProgressBar, Reveal, Section, Text } from '@site/shared-ui';
import { TriangleAlert } from 'lucide';
import { funding } from '../content/funding';
import { DocumentsStep } from './documents-step';
import { PreRegistrationStep } from './pre-registration-step';
import { PreparationStep } from './preparation-step';
import { SignatureStep } from './signature-step';

const TITLE_ID = 'steps-title';

export function Steps({ host }: { readonly host: Host }) {
  return (
    <Section tone="chalk" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Heading as="h2" id={TITLE_ID} size="3xl" marginBottom="6">
            {funding.stepsTitle}
          </Heading>
          <FileProgress />
          <OrderNote />
        </Reveal>
        <Box as="ol" marginTop="8">
          <PreRegistrationStep host={host} />
          <DocumentsStep email={host.site.email} />
          <PreparationStep host={host} />
          <SignatureStep sendsToEveryFund={host.site.sendsFundingFile} />
        </Box>
      </Container>
    </Section>
  );
}

/** The site tracks no files, so the bar is at its start for every visitor. */
const VALUE = 0;
const MAX = 100;

function FileProgress() {
  const { label, value, caption } = funding.progress;
  return (
    <Box maxWidth="prose">
      <Flex justify="space-between" gap="4" marginBottom="2" aria-hidden="true">
        <span>{label}</span>
        <Box as="span" whiteSpace="nowrap">
          {value(VALUE, MAX)}
        </Box>
      </Flex>
      <ProgressBar value={VALUE} max={MAX} label={label} />
      <Text fontSize="sm" marginTop="2">
        {caption}
      </Text>
    </Box>
  );
}

function OrderNote() {
  const { title, text } = funding.order;
  return (
    <Flex
      role="note"
      gap="4"
      marginTop="8"
      padding={{ base: '5', md: '6' }}
      maxWidth="prose"
      borderWidth="2px"
      borderColor="tile"
      borderRadius="card"
    >
      <Icon of={TriangleAlert} color="tile" />
      <Box>
        <Text fontWeight="bold">{title}</Text>
        <Text>{text}</Text>
      </Box>
    </Flex>
  );
}
