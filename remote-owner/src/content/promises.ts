import { PROMISES, type PromiseName } from '@site/contract/promises';

interface PromiseText {
  readonly place: string;
  /** Where the owner says more about it: a text, or the rules of the agenda. */
  readonly more?: { readonly field?: string; readonly link: string };
}

const benefits = 'Accueil, avantages';
const standard = 'Accueil, formule standard';

/** `hide`: no page makes it. */
export type PromiseAnswer = 'keep' | 'hide';

export const promises = {
  title: 'Ce que le site promet en votre nom',
  intro: `Ces ${Object.keys(PROMISES).length}\u00a0phrases sont sur vos pages, telles quelles. Dites de chacune si vous la tenez, ou si vos pages ne doivent pas la montrer. Sans réponse, elle reste affichée.`,
  quoted: (name: PromiseName) => `«\u202f${PROMISES[name]}\u202f»`,
  answers: { keep: 'Je la tiens', hide: 'Ne pas l’afficher' } satisfies Record<PromiseAnswer, string>,
  of: {
    guarantee: {
      place:
        'Accueil, tarifs\u00a0: si, à la fin de la journée, trois automatisations ne sont pas installées et fonctionnelles, vous remboursez.',
      more: { field: 'guarantee.deadline', link: 'Délai de la garantie' },
    },
    gain: { place: `${benefits}, où vos pages ajoutent que c’est une estimation.` },
    chatbot: { place: 'Accueil, rentabilité, où vos pages ajoutent que ce n’est pas une promesse de gain.' },
    fundingFile: { place: 'Accueil, formule financée et questions fréquentes\u202f; réservation.' },
    alone: { place: 'Accueil, réservation, bas de chaque page, papiers.' },
    live: { place: `${standard} et programme\u202f; réservation, programme de formation.` },
    bonuses: {
      place: `${standard}. Quand vos textes les nomment, l’accueil en montre aussi la liste.`,
      more: { field: 'training.bonuses', link: 'Les nommer' },
    },
    soon: {
      place: `${standard} et fiche de la formation. Vos délais décident des jours proposés.`,
      more: { link: 'Régler vos délais' },
    },
  } satisfies Readonly<Record<PromiseName, PromiseText>> as Readonly<Record<PromiseName, PromiseText>>,
  /** Replaces the place of the bonuses while the owner's texts have none. */
  unnamed: 'À nommer dans vos textes\u00a0: vous pourrez ensuite dire que vous les offrez.',
  /** @param days the shortest notice of the owner's calendar */
  contradicted: (days: number) =>
    `Vous demandez ${days === 1 ? '1\u00a0jour' : `${days}\u00a0jours`} de délai\u00a0: ${days < 7 ? 'en fin de semaine, plus aucun jour' : 'aucun jour'} de la semaine en cours n’est proposé.`,
  publish: (count: number) => (count === 1 ? 'Publier cette réponse' : `Publier ces ${count}\u00a0réponses`),
  /** @param askable how many the owner says yes to, of those that are open */
  keepAll: (askable: number, open: number) => {
    if (askable === 1) return 'Je tiens cette promesse';
    return askable === open ? 'Je les tiens toutes' : `Je tiens ces ${askable}\u00a0promesses`;
  },
  /** Beside answers that are not published yet. */
  keepOthers: (others: number) => (others === 1 ? 'Je tiens l’autre' : `Je tiens les ${others}\u00a0autres`),
  busy: 'Vos pages suivent vos réponses\u00a0: quelques secondes, parfois une quinzaine…',
  done: 'Vos réponses sont publiées.',
  answered: 'Vous avez répondu pour chaque phrase. Le jour est dans «\u202fModifications publiées\u202f».',
  publishFirst: 'Publiez d’abord ce que vous avez écrit, ou annulez-le\u00a0: vous répondrez ensuite.',
} as const;
