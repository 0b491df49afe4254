import type { Site, Testimonial } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import {
  Box,
  Card,
  Container,
  chakra,
  Flex,
  formatFrenchDate,
  Grid,
  Heading,
  Picture,
  Reveal,
  Section,
  Stack,
  Tag,
  Text,
} from '@site/shared-ui';
import { proof } from '../content/opening';
import { trainingSheet } from '../content/training-sheet';
import { SectionHeading } from './section';

const PROOF_TITLE_ID = 'proof-title';

const { example } = proof;

/** The quotes and apostrophes of a text that was pasted with those of a typewriter. */
const typographic = (text: string) =>
  text.replace(/(\p{L})'(?=\p{L})/gu, '$1’').replace(/"\s*([^"]*?)\s*"/g, '«\u202f$1\u202f»');

export function Proof({ site }: { readonly site: Site }) {
  const hasTestimonials = site.testimonials.length > 0;
  const hasExample = promised(site, 'chatbot', example.title) !== '';
  if (!hasTestimonials && !hasExample) return null;
  const { withTestimonials, withoutTestimonials, alone } = proof.title;
  const title = hasExample ? withTestimonials : alone;
  return (
    <Section labelledBy={PROOF_TITLE_ID}>
      <Container css={{ '@media print': { breakInside: 'avoid' } }}>
        <Reveal>
          <SectionHeading id={PROOF_TITLE_ID} title={hasTestimonials ? title : withoutTestimonials} />
          <Stack gap={{ base: '10', md: '14' }}>
            {hasTestimonials && <Testimonials site={site} />}
            {hasExample && <ChatbotExample site={site} />}
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}

const DRAWING_WIDTH_PX = 400;
const DRAWING_HEIGHT_PX = 328;

function ChatbotExample({ site }: { readonly site: Site }) {
  return (
    <Card>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'minmax(0, 1fr) minmax(0, 1fr)',
          lg: 'minmax(0, 1fr) min(25rem, 45%)',
        }}
        gap={{ base: '8', lg: '16' }}
        alignItems="center"
      >
        <Box>
          <Tag>{example.tag}</Tag>
          <Heading as="h3" size="xl" marginTop="3" marginBottom="2">
            {example.title}
          </Heading>
          <Text marginBottom="5">{example.text}</Text>
          <GainCalculation site={site} />
        </Box>
        <Picture {...example.drawing} width={DRAWING_WIDTH_PX} height={DRAWING_HEIGHT_PX} />
      </Grid>
    </Card>
  );
}

function GainCalculation({ site }: { readonly site: Site }) {
  const rows = example.sum(site);
  if (rows.length === 0) return null;
  return (
    <Box as="dl" fontVariantNumeric="tabular-nums">
      {rows.map((row) => (
        <Row key={row.label} {...row} />
      ))}
    </Box>
  );
}

interface RowProps {
  readonly label: string;
  readonly amount: string;
  readonly isResult?: boolean;
}

function Row({ label, amount, isResult = false }: RowProps) {
  return (
    <Flex
      justify="space-between"
      wrap="wrap"
      columnGap="4"
      paddingBlock="3"
      borderTopWidth={isResult ? '2px' : '1px'}
      borderColor={isResult ? 'ink' : 'sand'}
      fontSize={isResult ? 'xl' : 'md'}
      fontWeight={isResult ? '700' : '400'}
    >
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </Flex>
  );
}

function Testimonials({ site: { testimonials, testimonialsCollection } }: { readonly site: Site }) {
  return (
    <Stack gap="6">
      <Heading as="h3" size="xl">
        {proof.testimonials}
      </Heading>
      {testimonials.map((testimonial) => (
        <TestimonialQuote key={`${testimonial.name} ${testimonial.date}`} {...testimonial} />
      ))}
      {testimonialsCollection && (
        <Text fontSize="sm" maxWidth="prose">
          {typographic(testimonialsCollection)}
        </Text>
      )}
    </Stack>
  );
}

function TestimonialQuote({ name, role, text, date }: Testimonial) {
  return (
    <Box as="figure" maxWidth="prose" borderLeftWidth="4px" borderColor="tile" paddingLeft="5">
      <Text as="blockquote" fontSize="lg">
        {typographic(text)}
      </Text>
      <Text as="figcaption" fontSize="sm" marginTop="2">
        {name}
        {role && `, ${role}`}
        {', '}
        <time dateTime={date}>{formatFrenchDate(date)}</time>
      </Text>
    </Box>
  );
}

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
              <Text maxWidth="prose">{typographic(path)}</Text>
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
