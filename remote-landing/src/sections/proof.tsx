import { Container, Grid, Reveal, Section } from '@site/shared-ui';
import type { Testimonial } from '@site/shared-ui/host';
import { proof } from '../content/proof';
import { ChatbotExample } from './chatbot-example';
import { SectionHeading } from './section-heading';
import { Testimonials } from './testimonials';

const TITLE_ID = 'proof-title';

export function Proof({ testimonials }: { readonly testimonials: readonly Testimonial[] }) {
  return (
    <Section labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={TITLE_ID} title={proof.title} />
          <Grid templateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap={{ base: '10', lg: '16' }} alignItems="start">
            <Testimonials testimonials={testimonials} />
            <ChatbotExample />
          </Grid>
        </Reveal>
      </Container>
    </Section>
  );
}
