import type { Site } from '@site/contract/host';

export const afterSending = {
  title: 'Ce que vous avez envoyé',
  returning: 'Vous allez revenir à l’accueil.',
  staying: 'Vous restez sur cette page.',
  hold: 'Touchez ou faites défiler ce récapitulatif pour rester sur cette page.',
  stay: 'Rester ici',
  home: 'Revenir à l’accueil',
} as const;

export const privacy = {
  text: ({ publisher, product, email }: Site) =>
    `${publisher.name || product} utilise ces données pour répondre à votre demande (mesures précontractuelles ou intérêt légitime) et les conserve trois ans après votre dernier échange. Vous pouvez accéder à vos données, les rectifier, les faire effacer ou vous opposer à leur usage\u00a0: ${email}.`,
  more: 'En savoir plus sur vos données',
} as const;

/** Stays with the telephone number that follows: a mark alone at the end of a line would separate nothing. */
export const orByPhone = ' ou\u00a0';

/** A long address breaks after its @, so that the question mark never stands alone. */
export const addressQuestion = (address: string) => `Vouliez-vous dire ${address.replace('@', '@\u200b')}\u202f?`;

/** Before the first sending of what may be a slip of the fingers; nothing is refused. */
export const doubt = {
  title: 'Rien n’est encore parti. À\u00a0vérifier\u00a0:',
  domain: (domain: string) => `Votre adresse e-mail se termine par «\u202f${domain}\u202f».`,
  phone: (typed: string) =>
    `Le numéro ${typed} semble incomplet\u00a0: vérifiez-le, ou ajoutez l’indicatif de votre pays.`,
  send: 'Envoyer quand même',
} as const;

export const atLimit = (max: number) => `Limité à ${max}\u00a0caractères\u00a0: vérifiez la fin de votre texte.`;

/** The recap shows the visitor what was sent. */
export const choiceInWords = (isMade: boolean) => (isMade ? 'Souhaité' : 'Non demandé');

export const fundingText = (isAgefice: boolean) =>
  isAgefice ? 'avec financement AGEFICE' : 'sans financement particulier';
