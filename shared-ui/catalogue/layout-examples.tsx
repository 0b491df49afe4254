import { Clock } from 'lucide';
import {
  Box,
  Button,
  Card,
  CheckList,
  Container,
  Flex,
  Grid,
  Heading,
  Icon,
  PageHeader,
  Picture,
  Reveal,
  Section,
  Stack,
  Tag,
  Text,
  TextLink,
  UiProvider,
  VisuallyHidden,
} from '../src';
import type { ComponentExamples } from './example';
import sample from './sample.svg';

const TONES = ['paper', 'chalk', 'sand', 'ink'] as const;
const picture = { src: sample, width: 160, height: 100 };

export const layoutExamples: readonly ComponentExamples[] = [
  {
    name: 'PageHeader',
    examples: {
      'title, link back and introduction': (
        <PageHeader title="Réserver vos sessions" intro="Choisissez des dates disponibles.">
          <Button asChild variant="quiet">
            <a href="/">Retour à l'accueil</a>
          </Button>
        </PageHeader>
      ),
      'title only': <PageHeader title="Mentions légales" />,
    },
  },
  {
    name: 'Section',
    examples: Object.fromEntries(
      TONES.map((tone) => [
        tone,
        <Section key={tone} tone={tone}>
          <Container>Une bande, son rythme et son fond.</Container>
        </Section>,
      ]),
    ),
  },
  { name: 'Container', examples: { 'as wide as the content': <Container>Le contenu, entre ses marges.</Container> } },
  { name: 'Card', examples: { chalk: <Card>Formule standard</Card>, sage: <Card tone="sage">Formule financée</Card> } },
  {
    name: 'CheckList',
    examples: {
      'short and long items': (
        <CheckList
          items={[
            '5 bonus prêts à l’emploi',
            'Si, à la fin de la journée, trois automatisations ne sont pas installées et fonctionnelles, vous êtes remboursé.',
          ]}
        />
      ),
    },
  },
  { name: 'Tag', examples: { 'one word': <Tag>Exemple</Tag> } },
  {
    name: 'Icon',
    examples: { 'in the colour of its text': <Icon of={Clock} />, 'in its own': <Icon of={Clock} color="tile" /> },
  },
  {
    name: 'Picture',
    examples: {
      eager: <Picture {...picture} alt="Un téléphone sur un bureau" eager />,
      'lazy, decorative': <Picture {...picture} alt="" />,
    },
  },
  {
    name: 'Reveal',
    examples: {
      'at once': (
        <Reveal>
          <Text>Apparaît en montant.</Text>
        </Reveal>
      ),
      'after a delay': (
        <Reveal delay={240}>
          <Text>Apparaît un peu plus tard.</Text>
        </Reveal>
      ),
    },
  },
];

const SURFACES = ['paper', 'chalk', 'sand', 'sage', 'ink'] as const;
const SIZES = ['4xl', '3xl', '2xl', 'xl', 'lg', 'md'] as const;
const boxes = ['un', 'deux', 'trois'].map((word) => (
  <Box key={word} borderWidth="1px" borderColor="edge" padding="3">
    {word}
  </Box>
));

export const foundationExamples: readonly ComponentExamples[] = [
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
