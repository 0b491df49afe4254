import { KIND_WORDS, MARK_WORDS, STATUS_WORDS } from '@site/supabase/requests';
import type { Filter } from '../api/requests';

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
  search: 'Chercher une demande',
  searchHint: 'Nom, e-mail, téléphone, message, note, «\u202f15 décembre\u202f», AGEFICE',
  /** @param count 101 for more than a hundred */
  found: (count: number, search: string) => {
    if (count === 0) return `Aucune demande ne correspond à «\u202f${search}\u202f».`;
    if (count > 100) return 'Plus de 100\u00a0résultats';
    return count === 1 ? '1\u00a0résultat' : `${count}\u00a0résultats`;
  },
  empty: {
    todo: 'Rien à traiter. Les nouvelles demandes apparaîtront ici, sans recharger la page.',
    verify: 'Aucune demande à vérifier.',
    confirmed: 'Aucune réservation confirmée.',
    cancelled: 'Aucune réservation annulée.',
    messages: 'Aucun message.',
    spam: 'Aucun indésirable.',
    all: 'Aucune demande pour le moment.',
  } satisfies Record<Filter, string>,
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
  oldestFirst: 'Plus anciennes d’abord',
  newestFirst: 'Plus récentes d’abord',
} as const;
