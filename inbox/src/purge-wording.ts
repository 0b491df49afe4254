import { listRemoved } from './person-wording';
import type { Removed } from './remove-requests';

/** How many requests there are of each kind; `settled` are reservations that the owner has confirmed or cancelled. */
export interface Purgeable {
  readonly unwanted: number;
  readonly flagged: number;
  readonly settled: number;
}

const requests = (count: number) => `${count} demande${count > 1 ? 's' : ''}`;

const unwanted = (count: number) => `${requests(count)} ${count > 1 ? 'indésirables' : 'indésirable'}`;

const kept = (settled: number) =>
  settled === 0
    ? []
    : [
        settled > 1
          ? `${settled} réservations déjà confirmées ou annulées restent.`
          : '1 réservation déjà confirmée ou annulée reste.',
      ];

export const purgeWording = {
  counts: ({ unwanted: robots, flagged, settled }: Purgeable) =>
    [
      `${unwanted(robots)}${robots > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0» pour les supprimer' : ''}.`,
      `${requests(flagged)} à vérifier${flagged > 0 ? '\u00a0: «\u00a0npx pnpm inbox purge flagged --yes\u00a0» supprime aussi celles-ci' : ''}.`,
      ...kept(settled),
    ].join('\n'),
  preview: (what: 'unwanted' | 'flagged', { unwanted: robots, flagged, settled }: Purgeable) => {
    const total = what === 'unwanted' ? robots : robots + flagged;
    if (total === 0) return purgeWording.nothing(what);
    return [
      what === 'unwanted'
        ? `À supprimer\u00a0: ${unwanted(robots)}.`
        : `À supprimer\u00a0: ${requests(total)}, dont ${robots} ${robots > 1 ? 'indésirables' : 'indésirable'} et ${flagged} à vérifier.`,
      ...kept(settled),
      'Rien n’est encore supprimé\u00a0: ajoutez --yes pour supprimer.',
    ].join('\n');
  },
  nothing: (what: 'unwanted' | 'flagged') =>
    what === 'unwanted'
      ? 'Aucune demande indésirable à supprimer.'
      : 'Aucune demande indésirable ou à vérifier à supprimer.',
  mailUnderWay:
    'Un mail au sujet d’une de ces demandes part à cet instant\u00a0: rien n’est supprimé, réessayez dans deux minutes.',
  removed: (removed: Removed) => `Supprimé\u00a0: ${listRemoved(removed)}.`,
};
