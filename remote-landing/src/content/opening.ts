import { durationAtStart } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { promised } from '@site/contract/owner-facts';
import { announcedPrice, CHATBOT_VALUE, inEuros, pricesOf } from '@site/contract/prices';
import { PROMISES } from '@site/contract/promises';
import { Clock, type IconNode, Leaf, ListChecks } from 'lucide';
import desk from '../illustrations/calm-desk.svg';
import chat from '../illustrations/chatbot-chat.svg';
import clock from '../illustrations/clock-given-back.svg';
import list from '../illustrations/nothing-forgotten.svg';

export const hero = {
  audience: 'Formation pour mandataires immobiliers',
  title: 'En un jour, trois automatisations qui travaillent à votre place',
  intro: (site: Site) =>
    `${durationAtStart(site.day)} à distance${promised(site, 'alone', ', en tête-à-tête avec le formateur')}. Le soir, tout fonctionne, sans une ligne de code.`,
  price: (site: Site) => ({
    amount: announcedPrice(site, pricesOf(site).standard),
    funding: `, ou formule finançable sous conditions (${announcedPrice(site, pricesOf(site).funded)})`,
  }),
  book: 'Réserver ma session',
  discover: 'Découvrir le programme',
  painPointsTitle: 'Ce que vous laissez derrière vous',
  painPoints: [
    'Les relances manquées',
    'Les prospects oubliés',
    'Les tableurs en désordre',
    'Le stress de tout gérer seul',
  ],
  picture:
    'Un téléphone posé sur un bureau. À 19:42, une notification : « Nouveau contact — T3 Bordeaux, budget 310 000 € ». À 19:43, la réponse est déjà partie.',
} as const;

export interface Benefit {
  readonly icon: IconNode;
  readonly title: string;
  readonly description: string;
  readonly drawing?: { readonly src: string; readonly alt: string };
}

export const benefits = {
  title: 'Les avantages',
  intro: 'Ce que la journée change, dès le lendemain.',
  cards: (site: Site): readonly Benefit[] => [
    {
      icon: Clock,
      title: 'Du temps pour vos visites',
      ...(promised(site, 'gain', PROMISES.gain)
        ? {
            description: `${PROMISES.gain} : celles que prennent les relances à la main, la saisie et les messages à surveiller.`,
            drawing: { src: clock, alt: 'Un réveil sur un bureau, avec une étiquette : environ 10 h par semaine.' },
          }
        : { description: 'Moins de relances à la main, de saisie et de messages à surveiller.' }),
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
  /** Empty without the estimated hours, which also the picture of their card shows. */
  estimate: (site: Site) =>
    promised(
      site,
      'gain',
      'Les 10 heures sont une estimation, pour un mandataire qui relance et tient son fichier à la main. Votre gain dépend de votre activité.',
    ),
};

export const proof = {
  title: { withTestimonials: 'Témoignages et rentabilité', withoutTestimonials: 'Rentabilité', alone: 'Témoignages' },
  testimonials: 'Ce qu’en disent les participants',
  example: {
    tag: 'Exemple',
    title: PROMISES.chatbot,
    text: 'Monté dans une application de messagerie avec un outil de workflow. Le chiffre est notre estimation, pas une promesse de gain.',
    drawing: {
      src: chat,
      alt: 'Une conversation de cinq messages : un visiteur cherche un T3 à Bordeaux, le chatbot demande son budget puis son numéro.',
    },
    /** Empty for a day that costs as much or more. */
    sum: (site: Site) => {
      const { standard } = pricesOf(site);
      if (standard >= CHATBOT_VALUE) return [];
      return [
        { label: 'Chatbot (estimation)', amount: inEuros(CHATBOT_VALUE) },
        { label: 'Prix de la journée', amount: announcedPrice(site, standard) },
        { label: 'Différence', amount: inEuros(CHATBOT_VALUE - standard), isResult: true },
      ];
    },
  },
} as const;
