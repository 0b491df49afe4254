import type { Site } from '@site/contract/host';
import { Container, Reveal, Section, Stack } from '@site/shared-ui';
import { proof } from '../content/proof';
import { ChatbotExample } from './chatbot-example';
import { SectionHeading } from './section-heading';
import { Testimonials } from './testimonials';

const TITLE_ID = 'proof-title';

export function Proof({ site }: { readonly site: Site }) {
  const hasTestimonials = site.testimonials.length > 0;
  const { withTestimonials, withoutTestimonials } = proof.title;
  return (
    <Section labelledBy={TITLE_ID}>
      <Container css={{ '@media print': { breakInside: 'avoid' } }}>
        <Reveal>
          <SectionHeading id={TITLE_ID} title={hasTestimonials ? withTestimonials : withoutTestimonials} />
          <Stack gap={{ base: '10', md: '14' }}>
            {hasTestimonials && <Testimonials site={site} />}
            <ChatbotExample />
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}
