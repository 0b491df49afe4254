export const today = {
  title: 'Aujourd’hui',
  requests: 'À traiter',
  todo: (count: number, oldest: string | null) =>
    count === 0
      ? 'Rien à traiter.'
      : count === 1
        ? `1 demande à traiter, reçue le ${oldest}`
        : `${count}\u00a0demandes à traiter, la plus ancienne reçue le ${oldest}`,
  seeRequests: 'Voir les demandes',
  next: 'Prochaines journées',
  noNext: 'Aucune journée confirmée à venir.',
  seeAgenda: 'Voir l’agenda',
  wrong: 'Ce qui ne va pas',
  steps: 'Pour commencer',
  done: 'fait',
  open: 'à faire',
} as const;

/** Described to screen readers after the name of the tab. */
export const badges = {
  todo: (count: number) => `${count}\u00a0à traiter`,
  concerns: (count: number) => `${count}\u00a0${count === 1 ? 'point' : 'points'} à regarder`,
} as const;

export const steps = {
  days: {
    text: 'Choisissez vos jours',
    hint: 'Jours de la semaine, congés, délai de réservation. Au départ, tous les jours sont ouverts.',
    link: 'Régler mes jours',
  },
  agenda: {
    text: 'Suivez vos journées dans l’agenda de votre téléphone',
    hint: 'Créez l’adresse de votre agenda, puis ajoutez-la à votre téléphone.',
    link: 'Créer l’adresse',
  },
  home: {
    text: 'Mettez cet espace sur votre écran d’accueil',
    hint: 'Sur iPhone\u00a0: Partager, puis «\u202fSur l’écran d’accueil\u202f». Sur Android\u00a0: le menu du navigateur, puis «\u202fAjouter à l’écran d’accueil\u202f». Le site ne peut pas toujours le voir.',
    confirm: 'C’est fait',
  },
  request: {
    text: 'Essayez une demande',
    hint: 'Réservez un jour comme le ferait un visiteur\u00a0: la demande arrive ici et par e-mail.',
    link: 'Ouvrir la réservation',
  },
} as const;
