import type { Site } from '@site/contract/host';
import { Box, Container, Grid, Reveal, Section, Text, TextLink } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { Foldable } from './foldable';
import { SectionHeading } from './section-heading';
import { SheetRow, SheetRows } from './sheet-rows';

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
              {day && <DayHours hours={day} />}
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

/** « 9 h 05 » for 09:05, « 14 h » for 14:00. */
const inFrench = (time: string) => {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours)} h${minutes === '00' ? '' : ` ${minutes}`}`;
};

function DayHours({ hours }: { readonly hours: NonNullable<Site['day']> }) {
  return (
    <Foldable title={trainingSheet.day}>
      <Box as="dl" paddingBottom="4" fontVariantNumeric="tabular-nums">
        {hours.map(({ from, to, text }) => (
          <SheetRow key={from} label={trainingSheet.hours(inFrench(from), inFrench(to))}>
            {text}
          </SheetRow>
        ))}
      </Box>
    </Foldable>
  );
}

const { title, titleOfToolsAlone, titleOfSourcesAlone, sources } = trainingSheet.tools;

/** Lists the tools with their use and cost, and the sources of leads; empty while `site.json` names neither. */
function ToolList({ site: { tools = [], leadSources = [] } }: { readonly site: Site }) {
  const hasTools = tools.length > 0;
  const hasSources = leadSources.length > 0;
  if (!hasTools && !hasSources) return null;
  const own = hasTools ? titleOfToolsAlone : titleOfSourcesAlone;
  return (
    <Foldable title={hasTools && hasSources ? title : own}>
      {hasTools && (
        <Box as="dl">
          {tools.map(({ name, use, cost }) => (
            <SheetRow key={name} label={name}>
              {[use, cost].filter(Boolean).join(', ')}
            </SheetRow>
          ))}
        </Box>
      )}
      {hasSources && (
        <Text paddingTop="2" paddingBottom="5" maxWidth="prose">
          {sources}
          {`${leadSources.join(', ')}.`}
        </Text>
      )}
    </Foldable>
  );
}
