import { Box, Container, Reveal, Section, Stack } from '@site/shared-ui';
import { programme } from '../content/programme';
import { AutomationRow } from './automation-row';
import { Bonuses } from './bonuses';
import { SectionHeading } from './section-heading';

const TITLE_ID = 'programme-title';

export function Programme({ bonuses }: { readonly bonuses: readonly string[] }) {
  return (
    <Section id="features" tone="chalk" labelledBy={TITLE_ID}>
      <Container>
        <Reveal>
          <SectionHeading id={TITLE_ID} title={programme.title} intro={programme.intro} />
        </Reveal>
        <Stack as="ol" gap="0">
          {programme.automations.map((automation, index) => (
            <Box as="li" key={automation.title} borderTopWidth="1px" borderColor="sand">
              <Reveal delay={automation.delay}>
                <AutomationRow {...automation} number={index + 1} />
              </Reveal>
            </Box>
          ))}
        </Stack>
        <Reveal>
          <Bonuses names={bonuses} />
        </Reveal>
      </Container>
    </Section>
  );
}
