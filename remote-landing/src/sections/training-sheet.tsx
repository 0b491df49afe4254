import type { Site } from '@site/contract/host';
import { Box, Card, Container, Reveal, Section, Text } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { SectionHeading } from './section-heading';
import { SheetContact } from './sheet-contact';
import { SheetRow } from './sheet-row';

const TITLE_ID = 'training-sheet-title';

/** What trainees and auditors must be able to read before a registration: complete and dated. */
export function TrainingSheet({ site }: { readonly site: Site }) {
  const { updatedOn } = site.training;
  return (
    <Section tone="chalk" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={TITLE_ID} title={trainingSheet.title} intro={trainingSheet.intro} />
          <Card>
            <Box as="dl">
              {trainingSheet.entries(site.training).map(({ label, lines }) => (
                <SheetRow key={label} label={label}>
                  <Lines lines={lines} />
                </SheetRow>
              ))}
              <SheetRow label={trainingSheet.contact}>
                <SheetContact site={site} />
              </SheetRow>
            </Box>
          </Card>
          <Text fontSize="sm" marginTop="4">
            {trainingSheet.updated(updatedOn)}
          </Text>
        </Reveal>
      </Container>
    </Section>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 1) return lines[0];
  return (
    <Box as="ul" listStyleType="disc" paddingLeft="5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}
