import { Clock, ListChecks, type LucideIcon, Wrench } from 'lucide-react';

export interface Benefit {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly description: string;
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
    },
    {
      icon: ListChecks,
      title: 'Chaque contact suivi',
      description:
        'Une demande arrive : vous êtes prévenu, elle entre dans votre fichier et sa première relance est programmée.',
    },
    {
      icon: Wrench,
      title: 'Un outil que vous maîtrisez',
      description: 'Vous construisez tout vous-même, guidé pas à pas. Vous saurez le modifier sans attendre personne.',
    },
  ],
  estimate:
    'Les 10 heures sont une estimation, pour un mandataire qui relance et tient son fichier à la main. Votre gain dépend de votre activité.',
};
