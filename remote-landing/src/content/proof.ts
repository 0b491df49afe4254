import { CHATBOT_VALUE, inEuros, inEurosTtc, STANDARD_PRICE } from '@site/contract/offer';
import chat from '../illustrations/chatbot-chat.svg';

export const proof = {
  title: { withTestimonials: 'Témoignages et rentabilité', withoutTestimonials: 'Rentabilité' },
  testimonials: 'Ce qu’en disent les participants',
  example: {
    tag: 'Exemple',
    title: `Un chatbot comme celui-ci, estimé à ${inEuros(CHATBOT_VALUE)}`,
    text: 'Monté dans une application de messagerie avec un outil de workflow. Le chiffre est notre estimation, pas une promesse de gain.',
    drawing: {
      src: chat,
      alt: 'Une conversation de cinq messages : un visiteur cherche un T3 à Bordeaux, le chatbot demande son budget puis son numéro.',
    },
    rows: [
      { label: 'Chatbot (estimation)', amount: inEuros(CHATBOT_VALUE) },
      { label: 'Prix de la journée', amount: inEurosTtc(STANDARD_PRICE) },
    ],
    result: { label: 'Différence', amount: inEuros(CHATBOT_VALUE - STANDARD_PRICE) },
  },
} as const;
