import { Box, Container, Flex, Heading, Icon, Reveal, Section, Stack, Text } from '@site/shared-ui';
import { Gift } from 'lucide-react';
import { programme } from '../content/programme';
import { AutomationRow } from './automation-row';
import { SectionHeading } from './section-heading';

const TITLE_ID = 'programme-title';

export function Programme() {
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
          <Bonuses />
        </Reveal>
      </Container>
    </Section>
  );
}

function Bonuses() {
  return (
    <Flex gap="4" background="sand" borderRadius="card" padding={{ base: '5', md: '6' }}>
      <Icon of={Gift} color="tile" />
      <Box>
        <Heading as="h3" size="lg" marginBottom="1">
          {programme.bonuses.title}
        </Heading>
        <Text>{programme.bonuses.text}</Text>
      </Box>
    </Flex>
  );
}
