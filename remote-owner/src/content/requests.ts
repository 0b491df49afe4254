import { KIND_WORDS, MARK_WORDS, STATUS_WORDS } from '@site/supabase/requests';
import type { Filter } from '../api/wire';
import { isolated } from './names';

export const requests = {
  title: 'Demandes',
  add: 'Ajouter une demande',
  filters: 'Filtrer les demandes',
  filter: {
    todo: 'À traiter',
    verify: 'À vérifier',
    confirmed: 'Confirmées',
    cancelled: 'Annulées',
    messages: 'Messages',
    spam: 'Indésirables',
    all: 'Toutes',
  } satisfies Record<Filter, string>,
  search: 'Chercher un nom, un e-mail ou un téléphone',
  empty: {
    todo: 'Rien à traiter. Les nouvelles demandes apparaîtront ici, sans recharger la page.',
    verify: 'Aucune demande à vérifier.',
    confirmed: 'Aucune réservation confirmée.',
    cancelled: 'Aucune réservation annulée.',
    messages: 'Aucun message.',
    spam: 'Aucun indésirable.',
    all: 'Aucune demande pour le moment.',
  } satisfies Record<Filter, string>,
  notFound: (search: string) => `Aucune demande ne correspond à «\u202f${search}\u202f».`,
  more: 'Afficher la suite',
  loadingMore: 'Chargement de la suite…',
  shown: (count: number, total: number) => `${count} sur ${total}`,
  kind: KIND_WORDS,
  status: STATUS_WORDS,
  handled: MARK_WORDS.handled,
  toHandle: MARK_WORDS.toHandle,
  spamTag: MARK_WORDS.spam,
  flagged: 'À\u00a0vérifier',
  taken: (count: number) =>
    count === 1 ? 'Un jour déjà confirmé pour une autre' : `${count}\u00a0jours déjà confirmés pour d’autres`,
  noDates: 'Aucune date choisie',
  dates: (count: number) => `${count}\u00a0dates`,
  select: 'Choisir plusieurs demandes',
  endSelect: 'Terminer le choix',
  selectOne: (name: string) => `Choisir la demande\u00a0: ${isolated(name)}`,
  markSpam: 'Marquer comme indésirables',
  spamTitle: 'Marquer comme indésirables\u202f?',
  spamText: (count: number) =>
    count === 1
      ? 'Une demande ira dans les indésirables. Elle ne sera pas effacée.'
      : `${count} demandes iront dans les indésirables. Elles ne seront pas effacées.`,
  spamNone: 'Aucune de ces demandes ne peut devenir indésirable.',
  spamDone: (count: number) =>
    count === 1 ? 'Une demande est dans les indésirables.' : `${count} demandes sont dans les indésirables.`,
} as const;
