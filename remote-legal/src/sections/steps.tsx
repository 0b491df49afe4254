import type { Host } from '@site/contract/host';
import { Box, Container, Heading, Reveal, Section } from '@site/shared-ui';
import { funding } from '../content/funding';
import { DocumentsStep } from '../steps/documents-step';
import { PreRegistrationStep } from '../steps/pre-registration-step';
import { PreparationStep } from '../steps/preparation-step';
import { SignatureStep } from '../steps/signature-step';
import { FileProgress } from './file-progress';
import { OrderNote } from './order-note';

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
