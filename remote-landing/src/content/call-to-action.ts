export const callToAction = {
  title: 'Choisissez votre jour, nous préparons le reste',
  intro: 'Une date, une question ou un dossier de financement : commencez par où vous voulez.',
  book: 'Réserver ma date',
  write: 'Envoyer un message',
  procedure: 'Voir la procédure détaillée',
  reply: {
    before: 'Vous manquez de temps ? Envoyez ',
    word: '« GO »',
    to: ' à ',
    /** @param time `replyTime` of `site.json`, which completes « nous vous répondons » */
    after: (time = '') => ` : nous vous répondons${time && ` ${time}`} pour fixer la date.`,
    /** Opens the visitor's mail program with this subject. */
    address: (email: string) => `mailto:${email}?subject=GO`,
  },
} as const;
