/** The owner's mails lead to the owner's space: buttons, or a sentence where the site's address is unknown. */
export const spaceWording = {
  confirm: 'Confirmer',
  look: 'Voir',
  call: 'Appeler',
  lookAtAll: 'Voir les demandes',
  withoutOrigin: 'Ouvrez votre espace\u00a0: l’adresse de votre site, suivie de /espace.',
};
