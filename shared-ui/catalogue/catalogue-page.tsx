import { Box, Container, Heading, Stack, Text } from '../src';
import { controlExamples, formExamples } from './control-examples';
import type { ComponentExamples } from './example';
import { feedbackExamples } from './feedback-examples';
import { foundationExamples, layoutExamples } from './layout-examples';

export function CataloguePage() {
  return (
    <main>
      <Container paddingBlock="10">
        <Heading as="h1" size="4xl">
          Composants
        </Heading>
      </Container>
      {catalogue.map((component) => (
        <Component key={component.name} {...component} />
      ))}
    </main>
  );
}

function Component({ name, examples }: ComponentExamples) {
  return (
    <Box as="section" id={name} aria-labelledby={`${name}-title`} paddingBlock="6">
      <Container>
        <Heading as="h2" id={`${name}-title`} size="2xl" marginBottom="6">
          {name}
        </Heading>
        <Stack gap="8">
          {Object.entries(examples).map(([state, example]) => (
            <div key={state}>
              <Text fontSize="sm" color="ink.soft" marginBottom="2" lang="en">
                {state}
              </Text>
              <Box borderStartWidth="2px" borderColor="sand" paddingStart="4">
                {example}
              </Box>
            </div>
          ))}
        </Stack>
      </Container>
    </Box>
  );
}

export const catalogue: readonly ComponentExamples[] = [
  ...foundationExamples,
  ...layoutExamples,
  ...controlExamples,
  ...formExamples,
  ...feedbackExamples,
];
