import type { Site } from '@site/contract/host';

export const page = {
  back: "Retour à l'accueil",
  title: 'Contactez-nous',
  intro: ({ replyTime }: Site) =>
    `Une question sur la journée, vos dates ou votre financement\u202f? Nous vous répondons dès que possible${replyTime ? `, ${replyTime}` : ''}.`,
  aside: {
    title: 'La réponse est peut-être déjà là',
    funding: { text: 'Les étapes pour faire financer votre journée\u00a0:', link: 'la procédure de financement' },
    booking: { text: 'Vous connaissez déjà vos dates\u00a0:', link: 'la demande de réservation' },
  },
} as const;
