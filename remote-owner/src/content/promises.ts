import { PROMISES, type PromiseName } from '@site/contract/promises';

interface PromiseText {
  readonly place: string;
  /** Where the owner says more about it: a text, or the rules of the agenda. */
  readonly more?: { readonly field?: string; readonly link: string };
}

const benefits = 'Accueil, avantages';
const standard = 'Accueil, formule standard';

export const promises = {
  title: 'Ce que le site promet en votre nom',
  intro: 'Vos pages disent ceci à vos visiteurs, mot pour mot, même sans votre accord\u00a0: lisez chaque phrase.',
  quoted: (name: PromiseName) => `«\u202f${PROMISES[name]}\u202f»`,
  isKept: (isKept: boolean) => (isKept ? 'confirmée' : 'à confirmer'),
  of: {
    guarantee: {
      place:
        'Accueil, tarifs\u00a0: si, à la fin de la journée, trois automatisations ne sont pas installées et fonctionnelles, vous remboursez.',
      more: { field: 'guarantee.deadline', link: 'Délai de la garantie' },
    },
    gain: { place: `${benefits}, où vos pages ajoutent que c’est une estimation.` },
    chatbot: { place: 'Accueil, rentabilité, où vos pages ajoutent que ce n’est pas une promesse de gain.' },
    fundingFile: { place: 'Accueil, formule financée et questions fréquentes\u202f; guide de financement.' },
    alone: { place: `${standard}.` },
    live: { place: `${standard} et programme.` },
    bonuses: {
      place: `${standard}.`,
      more: { field: 'training.bonuses', link: 'Les nommer' },
    },
    soon: {
      place: `${standard}. Vos délais décident des jours proposés.`,
      more: { link: 'Régler vos délais' },
    },
  } satisfies Readonly<Record<PromiseName, PromiseText>> as Readonly<Record<PromiseName, PromiseText>>,
  keep: 'Je tiens ces promesses',
  busy: 'Un instant\u00a0: votre accord est enregistré…',
  done: 'C’est noté\u00a0: vous tenez ces promesses.',
  kept: 'Vous avez dit que vous tenez ces promesses. Le jour est dans «\u202fModifications publiées\u202f».',
  held: 'Publiez d’abord ce que vous avez écrit, ou annulez-le\u00a0: vous direz oui ensuite.',
  other: 'Une phrase ne vous va pas\u202f? Elle fait partie du site\u00a0: la personne qui l’héberge peut la changer.',
  ask: 'Écrire à l’hébergeur',
  request: (product: string) => ({
    subject: `Ce que promet le site ${product}`,
    text: [
      'Bonjour,',
      `Le site ${product} promet ceci en mon nom. Je ne garde pas ce que j’ai laissé ci-dessous\u00a0: pouvez-vous le faire changer\u202f?`,
      Object.values(PROMISES)
        .map((text) => `–\u00a0${text}`)
        .join('\n'),
      'Merci\u202f!',
    ].join('\n\n'),
  }),
} as const;
