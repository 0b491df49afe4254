import { isolated } from './names';

export type Mark = 'owner_handle_all' | 'owner_spam';

/** Words for several requests that are marked at once. */
interface MarkWords {
  readonly label: string;
  readonly title: string;
  readonly confirm: string;
  readonly text: (count: number) => string;
  /** Why some of the chosen ones do not change. */
  readonly others: string;
  readonly none: string;
  readonly done: (count: number) => string;
}

export const selection = {
  begin: 'Choisir plusieurs demandes',
  end: 'Terminer',
  one: (name: string) => `${isolated(name)}, choisir cette demande`,
  chosen: (count: number) => (count === 1 ? '1\u00a0choisie' : `${count}\u00a0choisies`),
  marks: {
    owner_handle_all: {
      label: 'Traitées',
      title: 'Marquer comme traités\u202f?',
      confirm: 'Marquer comme traités',
      text: (count) => (count === 1 ? 'Un message sera traité.' : `${count}\u00a0messages seront traités.`),
      others: 'Le reste ne change pas\u00a0: une réservation se confirme ou s’annule dans sa page.',
      none: 'Aucun message à traiter dans ce choix. Une réservation se confirme ou s’annule dans sa page.',
      done: (count) => (count === 1 ? 'Un message est traité.' : `${count}\u00a0messages sont traités.`),
    },
    owner_spam: {
      label: 'Indésirables',
      title: 'Marquer comme indésirables\u202f?',
      confirm: 'Marquer comme indésirables',
      text: (count) =>
        count === 1
          ? 'Une demande ira dans les indésirables. Elle ne sera pas effacée.'
          : `${count} demandes iront dans les indésirables. Elles ne seront pas effacées.`,
      others: 'Le reste ne change pas\u00a0: ces réservations sont déjà confirmées ou annulées.',
      none: 'Aucune de ces demandes ne peut devenir indésirable.',
      done: (count) =>
        count === 1 ? 'Une demande est dans les indésirables.' : `${count} demandes sont dans les indésirables.`,
    },
  } satisfies Record<Mark, MarkWords>,
} as const;
