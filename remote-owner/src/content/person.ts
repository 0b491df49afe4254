/** Words of what a person gets who asks for their data. */
export const person = {
  title: 'Vos données',
  intro: (product: string, email: string, moment: string) =>
    `Ce que ${product} a enregistré avec l’adresse ${email}, le ${moment}.`,
  request: { contact: 'Votre message', reservation: 'Votre demande de réservation' },
  labels: {
    receivedAt: 'Reçu le',
    name: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    message: 'Message',
    dates: 'Jours demandés',
    confirmedDates: 'Jours confirmés',
    state: 'État',
    handledAt: 'Traité le',
    note: 'Note interne',
    followUp: 'Suites',
    history: 'Historique',
    mails: 'E-mails',
  },
  mails: {
    receipt: 'Accusé de réception',
    confirmation: 'Confirmation',
    cancellation: 'Annulation',
    calendar: 'Entrée d’agenda',
    reminder: 'Rappel',
    funding: 'Rappel du dossier AGEFICE',
  } as Readonly<Record<string, string>>,
  /** A mail to the owner about the request. */
  ownMail: 'Avis interne de votre demande',
  sent: (moment: string) => `envoyé le ${moment}`,
  unsent: 'non envoyé',
  file: { by: 'Enregistré par', address: 'Adresse', moment: 'Établi le', requests: 'Demandes' },
} as const;
