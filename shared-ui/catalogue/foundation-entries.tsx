import { Box, Flex, Grid, Heading, Stack, Text, TextLink, UiProvider, VisuallyHidden } from '../src/index';
import type { Entry } from './entry';

const SURFACES = ['paper', 'chalk', 'sand', 'sage', 'ink'] as const;
const SIZES = ['4xl', '3xl', '2xl', 'xl', 'lg', 'md'] as const;
const boxes = ['un', 'deux', 'trois'].map((word) => (
  <Box key={word} borderWidth="1px" borderColor="edge" padding="3">
    {word}
  </Box>
));

export const foundationEntries: readonly Entry[] = [
  {
    name: 'UiProvider',
    examples: Object.fromEntries(
      SURFACES.map((surface) => [
        `the surface ${surface}`,
        <UiProvider key={surface}>
          <Box data-surface={surface} padding="4">
            Le texte, <TextLink href={`/${surface}`}>un lien</TextLink> et la couleur{' '}
            <Box as="span" color="var(--tick)" fontWeight="bold">
              des coches
            </Box>
          </Box>
        </UiProvider>,
      ]),
    ),
  },
  {
    name: 'Heading',
    examples: Object.fromEntries(
      SIZES.map((size) => [
        size,
        <Heading key={size} as="h3" size={size}>
          Choisissez votre jour, nous préparons le reste
        </Heading>,
      ]),
    ),
  },
  {
    name: 'Text',
    examples: {
      body: <Text>Vous construisez tout vous-même, guidé pas à pas.</Text>,
      introduction: <Text fontSize="lg">Huit heures à distance, en tête-à-tête avec le formateur.</Text>,
      small: (
        <Text fontSize="sm" color="ink.soft">
          Un ordre de grandeur, pas une promesse de gain.
        </Text>
      ),
    },
  },
  { name: 'Box', examples: { plain: boxes[0] } },
  { name: 'Flex', examples: { 'in a row': <Flex gap="3">{boxes}</Flex> } },
  { name: 'Stack', examples: { 'one below the other': <Stack gap="3">{boxes}</Stack> } },
  {
    name: 'Grid',
    examples: {
      'three columns': (
        <Grid gap="3" templateColumns="repeat(3, 1fr)">
          {boxes}
        </Grid>
      ),
    },
  },
  {
    name: 'VisuallyHidden',
    examples: {
      'for screen readers only': (
        <Text>
          Rien à voir ici<VisuallyHidden>, mais quelque chose à entendre</VisuallyHidden>.
        </Text>
      ),
    },
  },
];
