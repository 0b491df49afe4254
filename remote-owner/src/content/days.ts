export const agenda = {
  feed: 'Dans votre agenda',
  feedText:
    'Cette adresse montre vos journées confirmées dans l’agenda de votre téléphone. Elle est privée\u00a0: toute personne qui la possède voit ces journées.',
  feedNone: 'Pas encore d’adresse.',
  feedSince: (moment: string) =>
    `Une adresse existe depuis le ${moment}. Elle ne peut pas être affichée de nouveau, seulement changée.`,
  feedOnce: 'Copiez cette adresse maintenant\u00a0: elle ne pourra pas être affichée de nouveau, seulement changée.',
  copy: 'Copier l’adresse',
  copied: 'L’adresse est copiée.',
  notCopied: 'L’adresse n’a pas pu être copiée\u00a0: sélectionnez-la.',
  create: 'Créer l’adresse',
  renew: 'Changer l’adresse',
  renewTitle: 'Changer l’adresse\u202f?',
  renewText: 'L’ancienne adresse ne marchera plus\u00a0: il faudra mettre la nouvelle dans chaque agenda.',
  renewed: 'L’adresse a changé.',
  address: 'Adresse de l’agenda',
} as const;
