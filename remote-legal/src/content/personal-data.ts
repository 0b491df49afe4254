/** The long layer of what the forms say in short. */
export const personalData = {
  title: 'Données personnelles',
  paragraphs: (publisher: string) => [
    `Responsable du traitement : ${publisher}.`,
    'Les formulaires recueillent votre identité, votre e-mail, votre téléphone, votre message, les dates souhaitées et votre intérêt pour un financement. Les champs obligatoires sont signalés ; sans eux, nous ne pouvons pas vous répondre.',
  ],
  points: [
    {
      label: 'Pourquoi',
      text: 'Répondre à votre demande et préparer votre formation : mesures précontractuelles, ou intérêt légitime à répondre à qui nous écrit.',
    },
    {
      label: 'Qui les reçoit',
      text: 'L’éditeur et l’hébergeur de la base de données ; votre fonds de formation, si vous demandez une prise en charge.',
    },
    { label: 'Combien de temps', text: 'Trois ans après votre dernier échange avec nous.' },
  ],
  rights: (email: string) =>
    `Vous pouvez accéder à vos données, les rectifier, les faire effacer, en limiter l’usage, les recevoir ou vous opposer à leur traitement : écrivez à ${email}.`,
  complaint: {
    before: 'Vous pouvez aussi adresser une réclamation à la ',
    link: 'CNIL',
    url: 'https://www.cnil.fr/fr/plaintes',
    after: '.',
  },
} as const;
