import { Clock } from 'lucide';
import {
  Button,
  Card,
  CheckList,
  Container,
  Icon,
  PageHeader,
  Picture,
  Reveal,
  Section,
  Tag,
  Text,
} from '../src/index';
import type { Entry } from './entry';
import sample from './sample.svg';

const TONES = ['paper', 'chalk', 'sand', 'ink'] as const;
const picture = { src: sample, width: 160, height: 100 };

export const layoutEntries: readonly Entry[] = [
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
  {
    name: 'Card',
    examples: {
      chalk: <Card>Formule standard</Card>,
      sage: <Card tone="sage">Formule financée</Card>,
    },
  },
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
