import type { Site } from '@site/contract/host';
import { Box, Container, Grid, Reveal, Section, Text, TextLink } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { DayHours } from './day-hours';
import { Foldable } from './foldable';
import { SectionHeading } from './section-heading';
import { SheetRows } from './sheet-rows';
import { ToolList } from './tool-list';

const TITLE_ID = 'training-sheet-title';

/** Facts that trainees and auditors must be able to read before a registration, folded. */
export function TrainingSheet({ site }: { readonly site: Site }) {
  const { training, day, programmePdf, draft } = site;
  return (
    <Section tone="chalk" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '4fr 8fr' }} columnGap="16" alignItems="start">
            <SectionHeading id={TITLE_ID} title={trainingSheet.title} intro={trainingSheet.intro(site)} />
            <Box>
              <Foldable title={trainingSheet.read}>
                <SheetRows site={site} />
              </Foldable>
              {day && <DayHours parts={day} />}
              <ToolList site={site} />
              {programmePdf && (
                <Text marginTop="6">
                  <TextLink href={programmePdf}>{trainingSheet.pdf}</TextLink>
                </Text>
              )}
              {(training.updatedOn || draft) && (
                <Text fontSize="sm" marginTop="4">
                  {trainingSheet.updated(training.updatedOn)}
                </Text>
              )}
            </Box>
          </Grid>
        </Reveal>
      </Container>
    </Section>
  );
}
