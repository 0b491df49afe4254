import chat from '../illustrations/chatbot-chat.svg';
import { CHATBOT_VALUE, inEuros, inEurosTtc, STANDARD_PRICE } from './prices';

export const proof = {
  title: 'Témoignages et rentabilité',
  testimonials: {
    title: 'Ce qu’en disent les participants',
    none: 'Les mots des participants prendront place ici, avec leur accord, après les premières sessions.',
  },
  example: {
    tag: 'Exemple',
    title: 'Ce que vaut un chatbot',
    text: 'Un chatbot monté dans une application de messagerie, avec un outil de workflow, mis en regard du prix de la journée.',
    drawing: {
      src: chat,
      alt: 'Une conversation de cinq messages : un visiteur cherche un T3 à Bordeaux, le chatbot demande son budget puis son numéro. En dessous, le calcul : 430 € moins 199 € font 231 €.',
    },
    rows: [
      { label: 'Valeur du chatbot', amount: inEuros(CHATBOT_VALUE) },
      { label: 'Prix de la journée', amount: inEurosTtc(STANDARD_PRICE) },
    ],
    result: { label: 'Différence', amount: inEuros(CHATBOT_VALUE - STANDARD_PRICE) },
    caution: 'Un ordre de grandeur, pas une promesse de gain.',
  },
} as const;
