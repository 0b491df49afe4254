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
  intro: `Ces ${Object.keys(PROMISES).length}\u00a0phrases sont sur vos pages, telles quelles. Lisez-les, et dites oui à celles que vous tenez\u00a0: les autres restent à confirmer.`,
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
      place: `${standard}. Quand vos textes les nomment, l’accueil en montre aussi la liste.`,
      more: { field: 'training.bonuses', link: 'Les nommer' },
    },
    soon: {
      place: `${standard}. Vos délais décident des jours proposés.`,
      more: { link: 'Régler vos délais' },
    },
  } satisfies Readonly<Record<PromiseName, PromiseText>> as Readonly<Record<PromiseName, PromiseText>>,
  /** Replaces the place of the bonuses while the owner's texts have none. */
  unnamed: 'À nommer dans vos textes\u00a0: vous direz oui ensuite.',
  /** @param chosen how many the owner says yes to, of those that are open */
  keep: (chosen: number, open: number) => {
    if (chosen === 1) return 'Je tiens cette promesse';
    return chosen === open ? 'Je les tiens toutes' : `Je tiens ces ${chosen}\u00a0promesses`;
  },
  choose: 'Ou cochez seulement celles que vous tenez.',
  busy: 'Un instant\u00a0: votre accord est enregistré…',
  done: 'Votre accord est noté.',
  kept: 'Vous avez dit que vous tenez ces promesses. Le jour est dans «\u202fModifications publiées\u202f».',
  held: 'Publiez d’abord ce que vous avez écrit, ou annulez-le\u00a0: vous direz oui ensuite.',
  other:
    'Une phrase ne vous va pas\u202f? Elle fait partie de la page d’accueil, et non de vos textes\u00a0: l’équipe qui publie cette page peut la changer. Envoyez-lui ce message.',
  ask: 'pour l’équipe de l’accueil',
  /** @param names the promises that the owner has not said yes to; all of them once none is open */
  request: (product: string, names: readonly PromiseName[]) => ({
    subject: `Ce que promet le site ${product}`,
    text: [
      'Bonjour,',
      `La page d’accueil du site ${product} promet ceci en mon nom. Pouvez-vous changer la phrase suivante\u202f? (Je ne laisse que celle qui ne me va pas, avec ce que j’écrirais à la place.)`,
      names.map((name) => `–\u00a0${PROMISES[name]}`).join('\n'),
      'Merci\u202f!',
    ].join('\n\n'),
  }),
} as const;
