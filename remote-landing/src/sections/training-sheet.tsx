import { formatHour } from '@site/contract/french-dates';
import type { Site } from '@site/contract/host';
import { orToComplete } from '@site/contract/to-complete';
import { Box, Container, Flex, Grid, Reveal, Section, Text, TextLink, toTelHref } from '@site/shared-ui';
import type { ReactNode } from 'react';
import { trainingSheet } from '../content/training-sheet';
import { Foldable, SectionHeading } from './section';

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

function DayHours({ hours }: { readonly hours: NonNullable<Site['day']> }) {
  return (
    <Foldable title={trainingSheet.day}>
      <Box as="dl" paddingBottom="4" fontVariantNumeric="tabular-nums">
        {hours.map(({ from, to, text }) => (
          <SheetRow key={from} label={trainingSheet.hours(formatHour(from), formatHour(to))}>
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

function SheetRows({ site }: { readonly site: Site }) {
  const isRegistered = site.nda !== undefined || site.qualiopi !== undefined;
  return (
    <Box as="dl" paddingBottom="4">
      {trainingSheet.entries(site).map(({ label, lines }) => (
        <SheetRow key={label} label={label}>
          <Lines lines={lines} />
        </SheetRow>
      ))}
      {isRegistered && (
        <SheetRow label={trainingSheet.provider.label}>
          <Provider site={site} />
        </SheetRow>
      )}
      <SheetRow label={trainingSheet.contact}>
        <SheetContact site={site} />
      </SheetRow>
    </Box>
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

interface SheetRowProps {
  readonly label: string;
  readonly children: ReactNode;
}

function SheetRow({ label, children }: SheetRowProps) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', md: '4fr 8fr' }}
      columnGap="8"
      rowGap="1"
      paddingBlock="4"
      borderColor="sand"
      css={{ '&:not(:first-of-type)': { borderTopWidth: '1px' } }}
    >
      <Box as="dt" fontFamily="heading" fontWeight="bold">
        {label}
      </Box>
      <Box as="dd" maxWidth="prose">
        {children}
      </Box>
    </Grid>
  );
}

const { provider } = trainingSheet;

/** The law requires the note about the State's approval, and the category next to a certificate. */
function Provider({ site: { nda, papers, qualiopi } }: { readonly site: Site }) {
  return (
    <>
      {nda && <Text>{provider.registered(nda, papers?.region)}</Text>}
      {qualiopi && (
        <Text>
          <TextLink href={qualiopi.certificate}>{provider.certificate}</TextLink>
          {provider.category(qualiopi.category)}
        </Text>
      )}
    </>
  );
}

function SheetContact({ site: { email, phone } }: { readonly site: Site }) {
  return (
    <Flex wrap="wrap" columnGap="6" rowGap="2">
      {email ? <TextLink href={`mailto:${email}`}>{email}</TextLink> : orToComplete(email)}
      {phone && (
        <TextLink href={toTelHref(phone)} whiteSpace="nowrap">
          {phone}
        </TextLink>
      )}
    </Flex>
  );
}
