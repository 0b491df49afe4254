export const agenda = {
  feed: 'Dans votre agenda',
  /** As calendar programs name the feed. */
  name: 'Formations confirmées',
  feedText:
    'Cette adresse montre vos journées confirmées dans l’agenda de votre téléphone. Elle est privée\u00a0: toute personne qui la possède voit ces journées.',
  feedNone: 'Pas encore d’adresse.',
  feedSince: (moment: string) =>
    `Une adresse existe depuis le ${moment}. Elle ne peut pas être affichée de nouveau, seulement changée.`,
  feedOnce: 'Copiez cette adresse maintenant\u00a0: elle ne pourra pas être affichée de nouveau, seulement changée.',
  subscribe: 'Ajouter à mon agenda',
  programs: [
    {
      id: 'apple',
      label: 'iPhone, iPad ou Mac',
      text: 'Sur l’appareil lui-même\u00a0: Calendrier s’ouvre et propose l’abonnement.',
    },
    {
      id: 'google',
      label: 'Google Agenda',
      text: 'Pour un téléphone Android aussi. La page de Google s’ouvre dans le navigateur\u00a0: acceptez «\u202fAjouter\u202f». L’application seule ne sait pas s’abonner\u202f; elle montre ensuite l’agenda.',
    },
    {
      id: 'outlook',
      label: 'Outlook',
      text: 'La page d’Outlook s’ouvre\u00a0: touchez «\u202fImporter\u202f». L’application montre ensuite l’agenda.',
    },
    {
      id: 'outlookWork',
      label: 'Outlook professionnel',
      text: 'Avec un compte Microsoft\u00a0365 de votre entreprise.',
    },
  ],
  otherProgram: 'Pour un autre agenda, copiez l’adresse\u00a0:',
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
