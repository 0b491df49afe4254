export const welcomeWording = {
  subject: (product: string) => `Votre espace est prêt${product ? `\u00a0: ${product}` : ''}`,
  title: 'Votre espace est prêt',
  text: 'Vous y lisez les demandes de votre site, vous confirmez les journées et vous réglez vos jours. Un téléphone suffit.',
  open: 'Ouvrir mon espace',
  label: 'Pour commencer',
  steps: [
    'Ouvrez votre espace et écrivez l’adresse qui a reçu ce mail\u00a0: un code à huit chiffres y arrive. Il n’y a pas de mot de passe.',
    'Ajoutez la page à l’écran d’accueil de votre téléphone\u00a0: aucune page du site n’y mène.',
    'Dans «\u202fAgenda\u202f», fermez les jours où vous ne travaillez pas\u00a0: au départ, tous sont ouverts.',
    'Au même endroit, mettez vos journées confirmées dans l’agenda de votre téléphone.',
  ],
};
