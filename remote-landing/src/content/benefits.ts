import { Clock, type IconNode, Leaf, ListChecks } from 'lucide';
import desk from '../illustrations/calm-desk.svg';
import clock from '../illustrations/clock-given-back.svg';
import list from '../illustrations/nothing-forgotten.svg';

export interface Benefit {
  readonly icon: IconNode;
  readonly title: string;
  readonly description: string;
  readonly drawing: { readonly src: string; readonly alt: string };
}

interface BenefitsContent {
  readonly title: string;
  readonly intro: string;
  readonly cards: readonly Benefit[];
  readonly estimate: string;
}

export const benefits: BenefitsContent = {
  title: 'Les avantages',
  intro: 'Ce que la journée change, dès le lendemain.',
  cards: [
    {
      icon: Clock,
      title: 'Du temps pour vos visites',
      description:
        'Environ 10 heures par semaine : celles que prennent les relances à la main, la saisie et les messages à surveiller.',
      drawing: { src: clock, alt: 'Un réveil sur un bureau, avec une étiquette : environ 10 h par semaine.' },
    },
    {
      icon: ListChecks,
      title: 'Chaque contact suivi',
      description:
        'Une demande arrive : vous êtes prévenu, elle entre dans votre fichier et sa première relance est programmée.',
      drawing: {
        src: list,
        alt: 'Une liste de quatre contacts, tous cochés : rappelée, relancé, visite fixée, répondu.',
      },
    },
    {
      icon: Leaf,
      title: 'L’esprit libre',
      description:
        'Plus de tableur à démêler seul le soir. Vous construisez chaque outil, guidé pas à pas, et vous saurez le modifier.',
      drawing: {
        src: desk,
        alt: 'Un bureau rangé : un ordinateur affiche « Tout est fait », entre une tasse fumante et une plante.',
      },
    },
  ],
  estimate:
    'Les 10 heures sont une estimation, pour un mandataire qui relance et tient son fichier à la main. Votre gain dépend de votre activité.',
};
