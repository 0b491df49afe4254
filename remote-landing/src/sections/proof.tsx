import type { Testimonial } from '@site/contract/host';
import { Container, Reveal, Section, Stack } from '@site/shared-ui';
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
          <Stack gap={{ base: '10', md: '14' }}>
            <Testimonials testimonials={testimonials} />
            <ChatbotExample />
          </Stack>
        </Reveal>
      </Container>
    </Section>
  );
}
